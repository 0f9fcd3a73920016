import type { Errand, Slots } from './slots.js'
import type { Delivery } from './webhook-store.js'

type Aside = { readonly webhookId: string; hasSetOut: boolean; giveBack: () => boolean }

/** Deliveries asked for by hand: out of line and once. Kept until they have been sent. */
export function createAsides(slots: Slots) {
  const byDelivery = new Map<string, Aside>()

  const forgetSome = (isMeant: (aside: Aside) => boolean): void => {
    for (const [deliveryId, aside] of byDelivery) {
      if (aside.hasSetOut || !isMeant(aside)) continue
      aside.giveBack()
      byDelivery.delete(deliveryId)
    }
  }

  return {
    add: ({ id }: Delivery, errand: Errand): void => {
      const aside: Aside = { webhookId: errand.webhookId, hasSetOut: false, giveBack: () => false }
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
      aside.giveBack = slots.take({ ...errand, work })
    },
    hasSetOut: (deliveryId: string): boolean => byDelivery.get(deliveryId)?.hasSetOut ?? false,
    /** What is here, on its way or not. */
    ids: (): readonly string[] => [...byDelivery.keys()],
    forget: (webhookId: string): void => forgetSome((aside) => aside.webhookId === webhookId),
    forgetAll: (): void => forgetSome(() => true),
  }
}
