import { sessionsOf } from '../accounts/account-changes.js'
import type { CallerCache } from '../accounts/caller-cache.js'
import type { CollectingRoom } from '../collecting/collecting-room.js'
import type { Reactions } from '../feed/feed.js'
import type { Past } from '../history/past.js'
import type { ShownMarkets } from '../market/shown-markets.js'
import type { ToldSources } from '../market/told-sources.js'
import type { Hub } from '../stream/hub.js'
import type { UptimeRoom } from '../uptime/uptime-room.js'
import type { WebhookRoom } from '../webhooks/webhook-room.js'

/** Who acts on what the feed tells, in this order. */
export function reactionsOf(rooms: {
  readonly callers: Pick<CallerCache, 'take' | 'forgetEverything'>
  readonly hub: Pick<Hub, 'close'>
  readonly collecting: Pick<CollectingRoom, 'hearLane' | 'hearHandedOver' | 'startOver'>
  readonly shown: Pick<ShownMarkets, 'take'>
  readonly told: Pick<ToldSources, 'take'>
  readonly past: Pick<Past, 'take' | 'reset'>
  readonly uptime: Pick<UptimeRoom, 'reset' | 'past'>
  /** Fills the memory of the past, beside everything else. */
  readonly warmUp: () => void
  readonly webhooks: Pick<WebhookRoom, 'planChanged' | 'webhookChanged' | 'reload'>
  /** Sends away a remote collector that waits for a page. */
  readonly dismiss: (reporter: string) => void
}): readonly Reactions[] {
  const { callers, hub, collecting, shown, told, past, uptime, warmUp, webhooks, dismiss } = rooms
  return [
    { key_changed: callers.take, account_changed: callers.take, data_replaced: callers.forgetEverything },
    {
      key_changed: ({ keyId, isLive }) => {
        if (!isLive) hub.close(keyId)
      },
      account_changed: ({ account }) => hub.close(account.id),
      sessions_ended: ({ accountId, sessionId }) => hub.close(sessionId ?? sessionsOf(accountId)),
    },
    { lane: collecting.hearLane, handed_over: collecting.hearHandedOver, data_replaced: collecting.startOver },
    { snapshot: shown.take, sources: told.take },
    {
      points: past.take,
      minute: uptime.past.take,
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
