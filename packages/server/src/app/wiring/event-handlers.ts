import type { CallerCache } from '../../accounts/caller-cache.js'
import type { WebhookService } from '../../alerts/webhooks/webhook-service.js'
import type { EventHandlers } from '../../cluster/events/event-bus.js'
import type { HistoryModule } from '../../history/open-history.js'
import type { IngestService } from '../../ingest/ingest-service.js'
import type { MarketModule } from '../../market/open-market.js'

/** Listeners of the event feed, in this order. */
export function eventHandlersOf(deps: {
  readonly callers: Pick<CallerCache, 'applyChange' | 'forgetEverything'>
  readonly ingest: Pick<IngestService, 'receiveWorkerStatus' | 'receiveReadingsQueued' | 'rereadReadings'>
  readonly market: Pick<MarketModule, 'handlers'>
  readonly history: Pick<HistoryModule, 'handlers'>
  readonly webhooks: Pick<WebhookService, 'planChanged' | 'webhookChanged' | 'reload'>
  readonly dismiss: (reporter: string) => void
}): readonly EventHandlers[] {
  const { callers, ingest, market, history, webhooks, dismiss } = deps
  return [
    { key_changed: callers.applyChange, account_changed: callers.applyChange, data_replaced: callers.forgetEverything },
    {
      lane: ingest.receiveWorkerStatus,
      handed_over: ingest.receiveReadingsQueued,
      data_replaced: ingest.rereadReadings,
    },
    market.handlers,
    history.handlers,
    {
      account_changed: ({ account }) => webhooks.planChanged(account),
      webhook_changed: webhooks.webhookChanged,
      data_replaced: webhooks.reload,
    },
    { reporter_removed: ({ reporter }) => dismiss(reporter) },
  ]
}
