import { sessionsOf } from '../../accounts/account-events.js'
import type { CallerCache } from '../../accounts/caller-cache.js'
import type { AlertsModule } from '../../alerts/open-alerts.js'
import type { EventHandlers } from '../../cluster/events/event-bus.js'
import type { HistoryModule } from '../../history/open-history.js'
import type { Hub } from '../../http/stream/hub.js'
import type { IngestModule } from '../../ingest/open-ingest.js'
import type { MarketModule } from '../../market/open-market.js'

/** Listeners of the event feed, in this order. */
export function eventHandlersOf(deps: {
  readonly callers: Pick<CallerCache, 'applyChange' | 'forgetEverything'>
  readonly hub: Pick<Hub, 'closeStreamsOf'>
  readonly ingest: Pick<IngestModule, 'handlers'>
  readonly market: Pick<MarketModule, 'handlers'>
  readonly history: Pick<HistoryModule, 'handlers'>
  readonly alerts: Pick<AlertsModule, 'handlers'>
}): readonly EventHandlers[] {
  const { callers, hub, ingest, market, history, webhooks } = deps
  return [
    { key_changed: callers.applyChange, account_changed: callers.applyChange, data_replaced: callers.forgetEverything },
    {
      key_changed: ({ keyId, isLive }) => {
        if (!isLive) hub.closeStreamsOf(keyId)
      },
      account_changed: ({ account }) => hub.closeStreamsOf(account.id),
      sessions_ended: ({ accountId, sessionId }) => hub.closeStreamsOf(sessionId ?? sessionsOf(accountId)),
    },
    ingest.handlers,
    market.handlers,
    history.handlers,
    alerts.handlers,
  ]
}
