import type { WebEndpointName } from '@p2p-rates/contract'
import type { AccountService } from '../../accounts/account-service.js'
import type { RecentRequests } from '../../accounts/usage/recent-requests.js'
import type { ChannelService } from '../../alerts/channels/channel-service.js'
import type { HistoryCache } from '../../history/history-cache.js'
import type { MarketService } from '../../market/market-service.js'
import type { ImplementationsOf } from '../route-handler.js'
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
  deps: StatusDeps & {
    readonly accountService: AccountService
    readonly latest: MarketService
    readonly inboxes: Pick<ChannelService, 'confirm' | 'stop'>
    readonly recentRequests: Pick<RecentRequests, 'watch'>
    readonly currentMarket: Pick<CurrentMarket, 'version' | 'wallMs'>
    readonly historyCache: Pick<HistoryCache, 'readSeries'>
  },
): ImplementationsOf<WebEndpointName> => ({
  ...sessionEndpoints(deps.accountService),
  ...accountEndpoints(deps.accountService),
  ...keyEndpoints(deps.accountService),
  ...inviteEndpoints(deps.accountService),
  ...adminEndpoints(deps),
  'inbox-confirmations.create': inboxConfirmation(deps.inboxes),
  'inbox-stops.create': stopOnPageEndpoint(deps.inboxes),
  'requests.list': requestsEndpoint(deps.recentRequests, deps.accountService.ownKeys),
  'source-history': sourceHistoryEndpoint(deps),
  sparklines: sparklinesEndpoint(deps.currentMarket, deps.historyCache),
})
