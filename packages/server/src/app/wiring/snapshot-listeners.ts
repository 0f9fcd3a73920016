import type { WebhookService } from '../../alerts/webhooks/webhook-service.js'
import { frameExtras, frameOf, topicOf } from '../../http/stream/frame.js'
import type { Hub } from '../../http/stream/hub.js'
import type { PriceOriginFlags } from '../../market/price-origin-flags.js'
import type { SnapshotListener } from '../../market/shown-markets.js'

/** Listeners for every version shown on this server, in this order. */
export function snapshotListenersOf(deps: {
  readonly hub: Pick<Hub, 'publish'>
  readonly webhooks: Pick<WebhookService, 'onSnapshot'>
  readonly priceMarks: () => PriceOriginFlags
}): readonly SnapshotListener[] {
  const { hub, webhooks, priceMarks } = deps
  return [
    (snapshot) => {
      for (const extras of frameExtras) {
        const frame = frameOf(snapshot, priceMarks(), extras)
        if (frame !== null) hub.publish(topicOf(snapshot.fiat, extras), frame)
      }
    },
    webhooks.onSnapshot,
  ]
}
