import { listRequests, toRequestsResponse } from '@p2p-rates/contract'
import { sessionOf } from '../accounts/actor.js'
import type { OwnKeys } from '../accounts/own-keys.js'
import { handle } from '../http/route-handler.js'
import type { RecentRequests } from '../usage/recent-requests.js'

/** Reading this endpoint also starts recording the account's requests. */
export const requestsEndpoint = (requests: Pick<RecentRequests, 'watch'>, ownKeys: Pick<OwnKeys, 'list'>) =>
  handle(listRequests, async ({ actor }) => {
    const { account } = sessionOf(actor)
    const prefixes = (await ownKeys.list(account.id)).map(({ key }) => key.prefix)
    return { answer: toRequestsResponse(requests.watch(account.id, prefixes)) }
  })
