import type { Change, Claim, Delivery, Webhook } from './webhook-store.js'

/** Changes that the disk rejected. Until they are written, memory is newer than the disk. */
export function createUnflushedWrites() {
  const webhooks = new Map<string, Webhook>()
  const deliveries = new Map<string, Delivery>()
  const claims = new Map<string, Claim>()

  return {
    add: ({ webhook, deliveries: changed }: Omit<Change, 'waitMs'>, claim?: Claim): void => {
      webhooks.set(webhook.id, webhook)
      for (const delivery of changed) deliveries.set(delivery.id, delivery)
      if (claim !== undefined) claims.set(webhook.id, claim)
    },
    latestOf: (stored: Webhook): Webhook => webhooks.get(stored.id) ?? stored,
    pendingOf: (stored: readonly Delivery[]): readonly Delivery[] =>
      stored.map((delivery) => deliveries.get(delivery.id) ?? delivery).filter(({ state }) => state === 'pending'),
    claims: (): readonly Claim[] => [...claims.values()],
    webhooks: (): readonly Webhook[] => [...webhooks.values()],
    deliveries: (): readonly Delivery[] => [...deliveries.values()],
    deliveriesOf: (webhookId: string): readonly Delivery[] =>
      [...deliveries.values()].filter((delivery) => delivery.webhookId === webhookId),
    forget: (webhookId: string): void => {
      webhooks.delete(webhookId)
      claims.delete(webhookId)
      for (const [id, delivery] of deliveries) if (delivery.webhookId === webhookId) deliveries.delete(id)
    },
    clear: (): void => {
      webhooks.clear()
      deliveries.clear()
      claims.clear()
    },
  }
}
