import type { AccountKeys } from '../../accounts/open-accounts.js'
import type { AlertsModule } from '../../alerts/open-alerts.js'
import type { EventHandlers } from '../../cluster/events/event-bus.js'
import type { HistoryModule } from '../../history/open-history.js'
import type { IngestModule } from '../../ingest/open-ingest.js'
import type { MarketModule } from '../../market/open-market.js'

/** Listeners of the event feed, in this order. */
export function eventHandlersOf(deps: {
  readonly keys: Pick<AccountKeys, 'handlers'>
  readonly ingest: Pick<IngestModule, 'handlers'>
  readonly market: Pick<MarketModule, 'handlers'>
  readonly history: Pick<HistoryModule, 'handlers'>
  readonly alerts: Pick<AlertsModule, 'handlers'>
}): readonly EventHandlers[] {
  const { keys, ingest, market, history, alerts } = deps
  return [keys.handlers, ingest.handlers, market.handlers, history.handlers, alerts.handlers]
}
