import type { ConcurrencyLimit, Task } from './concurrency-limit.js'
import type { Delivery } from './webhook-store.js'

type Aside = { readonly webhookId: string; hasSetOut: boolean; release: () => boolean }

/** Deliveries asked for by hand: out of line and once. Kept until they have been sent. */
export function createManualSends(slots: ConcurrencyLimit) {
  const byDelivery = new Map<string, Aside>()

  const forgetSome = (isMeant: (aside: Aside) => boolean): void => {
    for (const [deliveryId, aside] of byDelivery) {
      if (aside.hasSetOut || !isMeant(aside)) continue
      aside.release()
      byDelivery.delete(deliveryId)
    }
  }

  return {
    add: ({ id }: Delivery, errand: Task): void => {
      const aside: Aside = { webhookId: errand.webhookId, hasSetOut: false, release: () => false }
      byDelivery.set(id, aside)
      const work = async () => {
        aside.hasSetOut = true
        try {
          return await errand.work()
        } finally {
          // It may have been asked for again meanwhile.
          if (byDelivery.get(id) === aside) byDelivery.delete(id)
        }
      }
      aside.release = slots.acquireSlot({ ...errand, work })
    },
    hasSetOut: (deliveryId: string): boolean => byDelivery.get(deliveryId)?.hasSetOut ?? false,
    ids: (): readonly string[] => [...byDelivery.keys()],
    forget: (webhookId: string): void => forgetSome((aside) => aside.webhookId === webhookId),
    forgetAll: (): void => forgetSome(() => true),
  }
}
