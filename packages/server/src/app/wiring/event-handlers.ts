import type { AccountKeys } from '../../accounts/open-accounts.js'
import type { WebhookService } from '../../alerts/webhooks/webhook-service.js'
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
  readonly webhooks: Pick<WebhookService, 'planChanged' | 'webhookChanged' | 'reload'>
}): readonly EventHandlers[] {
  const { keys, ingest, market, history, webhooks } = deps
  return [
    keys.handlers,
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
