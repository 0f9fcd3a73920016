import type { WebEndpointName } from '@p2p-rates/contract'
import type { AccountRoom } from '../accounts/account-room.js'
import type { Past } from '../history/past.js'
import type { ImplementationsOf } from '../http/implement.js'
import type { InboxRoom } from '../inboxes/inbox-room.js'
import type { MarketRoom } from '../market/market-room.js'
import type { RecentRequests } from '../usage/recent-requests.js'
import { accountEndpoints } from './account.js'
import { adminEndpoints } from './admin.js'
import { inboxConfirmation, stopOnPageEndpoint } from './inboxes.js'
import { inviteEndpoints } from './invites.js'
import { keyEndpoints } from './keys.js'
import type { MarketNow } from './market-now.js'
import { requestsEndpoint } from './requests.js'
import { sessionEndpoints } from './sessions.js'
import { type StatusRooms, sourceHistoryEndpoint } from './source-history.js'
import { sparklinesEndpoint } from './sparklines.js'

/** What only pages of the server itself ask for. */
export const endpointsOfPages = (
  rooms: StatusRooms & {
    readonly people: AccountRoom
    readonly latest: MarketRoom
    readonly inboxes: Pick<InboxRoom, 'confirm' | 'stop'>
    readonly recentRequests: Pick<RecentRequests, 'watch'>
    readonly now: Pick<MarketNow, 'version' | 'wallMs'>
    readonly past: Pick<Past, 'read'>
  },
): ImplementationsOf<WebEndpointName> => ({
  ...sessionEndpoints(rooms.people),
  ...accountEndpoints(rooms.people),
  ...keyEndpoints(rooms.people),
  ...inviteEndpoints(rooms.people),
  ...adminEndpoints(rooms),
  'inbox-confirmations.create': inboxConfirmation(rooms.inboxes),
  'inbox-stops.create': stopOnPageEndpoint(rooms.inboxes),
  'requests.list': requestsEndpoint(rooms.recentRequests, rooms.people.ownKeys),
  'source-history': sourceHistoryEndpoint(rooms),
  sparklines: sparklinesEndpoint(rooms.now, rooms.past),
})
