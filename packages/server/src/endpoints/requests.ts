import { listRequests, presentRequests } from '@p2p-rates/contract'
import { sessionOf } from '../accounts/actor.js'
import { implement } from '../http/implement.js'
import type { RecentRequests } from '../usage/recent-requests.js'

/** To ask is to watch. */
export const requestsEndpoint = (requests: Pick<RecentRequests, 'watch'>) =>
  implement(listRequests, ({ actor }) => {
    const { account, network } = sessionOf(actor)
    return { answer: presentRequests(requests.watch(account.id, network)) }
  })
