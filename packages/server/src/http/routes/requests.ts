import { listRequests, toRequestsResponse } from '@p2p-rates/contract'
import { sessionOf } from '../../accounts/actor.js'
import type { OwnKeys } from '../../accounts/own-keys.js'
import type { RecentRequests } from '../../accounts/usage/recent-requests.js'
import { handle } from '../route-handler.js'

/** Reading this endpoint also starts recording the account's requests. */
export const requestsEndpoint = (requests: Pick<RecentRequests, 'watch'>, ownKeys: Pick<OwnKeys, 'list'>) =>
  handle(listRequests, async ({ actor }) => {
    const { account } = sessionOf(actor)
    const prefixes = (await ownKeys.list(account.id)).map(({ key }) => key.prefix)
    return { answer: toRequestsResponse(requests.watch(account.id, prefixes)) }
  })
