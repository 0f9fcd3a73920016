import type { Changes, Claim, Delivery, Webhook, WebhookStore } from '../webhook-store.js'

export type WatchedWebhooks = {
  readonly webhooks: readonly Webhook[]
  readonly lastValues: ReadonlyMap<string, number>
}

/**
 * Webhook store for several servers that evaluate and send in parallel. It uses the database's clock. Implemented in
 * storage/postgres, which passes shared-webhook-store.contract.ts.
 */
export interface SharedWebhookStore extends WebhookStore {
  /** Locks these webhooks until the current transaction ends. */
  watchedWebhooks(fiat: string): Promise<WatchedWebhooks>
  /** Stores webhooks that `watching` returned. Existing deliveries stay unchanged. */
  storeFired(changes: Changes): Promise<void>

  /** Enabled webhooks with a due and unclaimed delivery, longest due first, without the given ones. */
  due(limit: number, besides: readonly string[]): Promise<readonly Webhook[]>
  /** As `claim`, and null also before the moment of what waits. A claim is settled once, however often that is asked. */
  claimDue(webhookId: string, leaseMs: number): Promise<Claim | null>

  /** For two more minutes the sender of these deliveries, which were asked for by hand, is known to live. */
  hold(deliveryIds: readonly string[]): Promise<void>
  /** Applies `end` to manual deliveries whose sender is presumed dead. */
  endAbandoned(end: (delivery: Delivery) => Delivery): Promise<void>
}
