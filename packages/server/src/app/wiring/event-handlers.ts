import { sessionsOf } from '../../accounts/account-events.js'
import type { CallerCache } from '../../accounts/caller-cache.js'
import type { WebhookService } from '../../alerts/webhooks/webhook-service.js'
import type { EventHandlers } from '../../cluster/events/event-bus.js'
import type { HistoryCache } from '../../history/history-cache.js'
import type { StatusService } from '../../history/source-status/status-service.js'
import type { Hub } from '../../http/stream/hub.js'
import type { IngestService } from '../../ingest/ingest-service.js'
import type { ShownMarkets } from '../../market/shown-markets.js'
import type { SourceStatusCache } from '../../market/source-status-cache.js'

/** Listeners of the event feed, in this order. */
export function eventHandlersOf(deps: {
  readonly callers: Pick<CallerCache, 'applyChange' | 'forgetEverything'>
  readonly hub: Pick<Hub, 'closeStreamsOf'>
  readonly ingest: Pick<IngestService, 'receiveWorkerStatus' | 'receiveReadingsQueued' | 'rereadReadings'>
  readonly shown: Pick<ShownMarkets, 'showSnapshot'>
  readonly sourceStatusCache: Pick<SourceStatusCache, 'receiveSources'>
  readonly historyCache: Pick<HistoryCache, 'addPoints' | 'reset'>
  readonly uptime: Pick<StatusService, 'reset' | 'uptimeCache'>
  readonly warmUp: () => void
  readonly webhooks: Pick<WebhookService, 'planChanged' | 'webhookChanged' | 'reload'>
  readonly dismiss: (reporter: string) => void
}): readonly EventHandlers[] {
  const { callers, hub, ingest, shown, sourceStatusCache, historyCache, uptime, warmUp, webhooks, dismiss } = deps
  return [
    { key_changed: callers.applyChange, account_changed: callers.applyChange, data_replaced: callers.forgetEverything },
    {
      key_changed: ({ keyId, isLive }) => {
        if (!isLive) hub.closeStreamsOf(keyId)
      },
      account_changed: ({ account }) => hub.closeStreamsOf(account.id),
      sessions_ended: ({ accountId, sessionId }) => hub.closeStreamsOf(sessionId ?? sessionsOf(accountId)),
    },
    {
      lane: ingest.receiveWorkerStatus,
      handed_over: ingest.receiveReadingsQueued,
      data_replaced: ingest.rereadReadings,
    },
    { snapshot: shown.showSnapshot, sources: sourceStatusCache.receiveSources },
    {
      points: historyCache.addPoints,
      minute: uptime.uptimeCache.addMinute,
      data_replaced: () => {
        historyCache.reset()
        uptime.reset()
        warmUp()
      },
    },
    {
      account_changed: ({ account }) => webhooks.planChanged(account),
      webhook_changed: webhooks.webhookChanged,
      data_replaced: webhooks.reload,
    },
    { reporter_removed: ({ reporter }) => dismiss(reporter) },
  ]
}
