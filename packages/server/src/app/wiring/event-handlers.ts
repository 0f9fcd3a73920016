import type { CallerCache } from '../../accounts/caller-cache.js'
import type { WebhookService } from '../../alerts/webhooks/webhook-service.js'
import type { EventHandlers } from '../../cluster/events/event-bus.js'
import type { HistoryModule } from '../../history/open-history.js'
import type { IngestModule } from '../../ingest/open-ingest.js'
import type { MarketModule } from '../../market/open-market.js'

/** Listeners of the event feed, in this order. */
export function eventHandlersOf(deps: {
  readonly callers: Pick<CallerCache, 'applyChange' | 'forgetEverything'>
  readonly ingest: Pick<IngestModule, 'handlers'>
  readonly market: Pick<MarketModule, 'handlers'>
  readonly history: Pick<HistoryModule, 'handlers'>
  readonly webhooks: Pick<WebhookService, 'planChanged' | 'webhookChanged' | 'reload'>
}): readonly EventHandlers[] {
  const { callers, ingest, market, history, webhooks } = deps
  return [
    { key_changed: callers.applyChange, account_changed: callers.applyChange, data_replaced: callers.forgetEverything },
    ingest.handlers,
    market.handlers,
    history.handlers,
    {
      account_changed: ({ account }) => webhooks.planChanged(account),
      webhook_changed: webhooks.webhookChanged,
      data_replaced: webhooks.reload,
    },
  ]
}
