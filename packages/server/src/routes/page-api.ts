import type { WebEndpointName } from '@p2p-rates/contract'
import type { AccountService } from '../accounts/account-service.js'
import type { ChannelService } from '../channels/channel-service.js'
import type { Past } from '../history/past.js'
import type { ImplementationsOf } from '../http/handle.js'
import type { MarketService } from '../market/market-service.js'
import type { RecentRequests } from '../usage/recent-requests.js'
import { accountEndpoints } from './account.js'
import { adminEndpoints } from './admin.js'
import type { CurrentMarket } from './current-market.js'
import { inboxConfirmation, stopOnPageEndpoint } from './inboxes.js'
import { inviteEndpoints } from './invites.js'
import { keyEndpoints } from './keys.js'
import { requestsEndpoint } from './requests.js'
import { sessionEndpoints } from './sessions.js'
import { type StatusDeps, sourceHistoryEndpoint } from './source-history.js'
import { sparklinesEndpoint } from './sparklines.js'

export const pageApiEndpoints = (
  rooms: StatusDeps & {
    readonly people: AccountService
    readonly latest: MarketService
    readonly inboxes: Pick<ChannelService, 'confirm' | 'stop'>
    readonly recentRequests: Pick<RecentRequests, 'watch'>
    readonly now: Pick<CurrentMarket, 'version' | 'wallMs'>
    readonly past: Pick<Past, 'readSeries'>
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
