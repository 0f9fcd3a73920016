import type { CallerCache } from '../accounts/caller-cache.js'
import type { Reactions } from '../feed/feed.js'
import type { Past } from '../history/past.js'
import type { Recorder } from '../history/recorder.js'
import type { MemoryLimiter } from '../limits/memory-limiter.js'
import type { ShownMarkets } from '../market/shown-markets.js'
import type { Hub } from '../stream/hub.js'
import type { WebhookRoom } from '../webhooks/webhook-room.js'

/** Who acts on what the feed tells, in this order. */
export function reactionsOf(rooms: {
  readonly callers: Pick<CallerCache, 'take' | 'forgetEverything'>
  readonly limiter: Pick<MemoryLimiter, 'forgetEverything'>
  readonly hub: Pick<Hub, 'closeKey' | 'closeAccount'>
  readonly shown: Pick<ShownMarkets, 'take'>
  readonly recorder: Pick<Recorder, 'reset'>
  readonly past: Pick<Past, 'take' | 'reset'>
  /** Fills the past's memory, beside everything else. */
  readonly warmUp: () => void
  readonly webhooks: Pick<WebhookRoom, 'planChanged' | 'webhookChanged' | 'reload'>
}): readonly Reactions[] {
  const { callers, limiter, hub, shown, recorder, past, warmUp, webhooks } = rooms
  return [
    { key_changed: callers.take, account_changed: callers.take, data_replaced: callers.forgetEverything },
    { data_replaced: limiter.forgetEverything },
    {
      key_changed: ({ keyId, isLive }) => {
        if (!isLive) hub.closeKey(keyId)
      },
      account_changed: ({ account }) => hub.closeAccount(account.id),
    },
    { snapshot: shown.take },
    {
      points: past.take,
      data_replaced: () => {
        recorder.reset()
        past.reset()
        warmUp()
      },
    },
    {
      account_changed: ({ account }) => webhooks.planChanged(account),
      webhook_changed: webhooks.webhookChanged,
      data_replaced: webhooks.reload,
    },
  ]
}
