import { sessionsOf } from '../accounts/account-changes.js'
import type { CallerCache } from '../accounts/caller-cache.js'
import type { EventHandlers } from '../events/event-bus.js'
import type { Past } from '../history/past.js'
import type { IngestService } from '../ingest/ingest-service.js'
import type { ShownMarkets } from '../market/shown-markets.js'
import type { SourceStatusCache } from '../market/source-status-cache.js'
import type { StatusService } from '../source-status/status-service.js'
import type { Hub } from '../stream/hub.js'
import type { WebhookService } from '../webhooks/webhook-service.js'

/** Listeners of the event feed, in this order. */
export function reactionsOf(rooms: {
  readonly callers: Pick<CallerCache, 'applyChange' | 'forgetEverything'>
  readonly hub: Pick<Hub, 'closeStream'>
  readonly collecting: Pick<IngestService, 'hearLane' | 'hearHandedOver' | 'startOver'>
  readonly shown: Pick<ShownMarkets, 'showSnapshot'>
  readonly told: Pick<SourceStatusCache, 'receiveSources'>
  readonly past: Pick<Past, 'addPoints' | 'reset'>
  readonly uptime: Pick<StatusService, 'reset' | 'past'>
  readonly warmUp: () => void
  readonly webhooks: Pick<WebhookService, 'planChanged' | 'webhookChanged' | 'reload'>
  readonly dismiss: (reporter: string) => void
}): readonly EventHandlers[] {
  const { callers, hub, collecting, shown, told, past, uptime, warmUp, webhooks, dismiss } = rooms
  return [
    { key_changed: callers.applyChange, account_changed: callers.applyChange, data_replaced: callers.forgetEverything },
    {
      key_changed: ({ keyId, isLive }) => {
        if (!isLive) hub.closeStream(keyId)
      },
      account_changed: ({ account }) => hub.closeStream(account.id),
      sessions_ended: ({ accountId, sessionId }) => hub.closeStream(sessionId ?? sessionsOf(accountId)),
    },
    { lane: collecting.hearLane, handed_over: collecting.hearHandedOver, data_replaced: collecting.startOver },
    { snapshot: shown.showSnapshot, sources: told.receiveSources },
    {
      points: past.addPoints,
      minute: uptime.past.addMinute,
      data_replaced: () => {
        past.reset()
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
