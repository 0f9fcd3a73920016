import type { Errand, Slots } from './slots.js'
import type { Delivery } from './webhook-store.js'

type Aside = { readonly delivery: Delivery; giveBack: () => boolean }

/** Deliveries asked for by hand: out of line and once. Kept until they set out. */
export function createAsides(slots: Slots) {
  const byWebhook = new Map<string, Set<Aside>>()

  const leave = (webhookId: string, aside: Aside): void => {
    const waiting = byWebhook.get(webhookId)
    waiting?.delete(aside)
    if (waiting?.size === 0) byWebhook.delete(webhookId)
  }

  const forget = (webhookId: string): void => {
    for (const { giveBack } of byWebhook.get(webhookId) ?? []) giveBack()
    byWebhook.delete(webhookId)
  }

  return {
    add: (delivery: Delivery, errand: Errand): void => {
      const { webhookId } = errand
      const aside: Aside = { delivery, giveBack: () => false }
      byWebhook.set(webhookId, (byWebhook.get(webhookId) ?? new Set()).add(aside))
      const work = () => {
        leave(webhookId, aside)
        return errand.work()
      }
      aside.giveBack = slots.take({ ...errand, work })
    },
    waitingFor: (webhookId: string): readonly Delivery[] =>
      [...(byWebhook.get(webhookId) ?? [])].map(({ delivery }) => delivery),
    forget,
    forgetAll: (): void => {
      for (const webhookId of [...byWebhook.keys()]) forget(webhookId)
    },
  }
}
