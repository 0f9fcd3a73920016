import type { Changes, Claim, Delivery, Webhook, WebhookStore } from '../webhook-store.js'

/** The enabled webhooks of one currency as they stand, and what each was measured at last. */
export type Watching = {
  readonly webhooks: readonly Webhook[]
  readonly lastValues: ReadonlyMap<string, number>
}

/**
 * What several servers need besides, to evaluate and to send side by side. Its clock is the database's. Implemented in
 * storage/postgres, which passes shared-webhook-store.contract.ts.
 */
export interface SharedWebhookStore extends WebhookStore {
  /** Nobody else changes these webhooks until the transaction ends in which they were read. */
  watching(fiat: string): Promise<Watching>
  /** Writes what has become of webhooks that were read so. A delivery that is on record already stays as it is. */
  fire(changes: Changes): Promise<void>

  /** Enabled webhooks for which something is due that nobody has claimed, the longest due first, without the named ones. */
  due(limit: number, besides: readonly string[]): Promise<readonly Webhook[]>
  /** As `claim`, and null also before the moment of what waits. A claim is settled once, however often that is asked. */
  claimDue(webhookId: string, leaseMs: number): Promise<Claim | null>

  /** For two more minutes the sender of these deliveries, which were asked for by hand, is known to live. */
  hold(deliveryIds: readonly string[]): Promise<void>
  /** Writes what `end` makes of deliveries that were asked for by hand and whose sender is not known to live any more. */
  endAbandoned(end: (delivery: Delivery) => Delivery): Promise<void>
}
