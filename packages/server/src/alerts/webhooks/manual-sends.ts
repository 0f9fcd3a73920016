import type { ConcurrencyLimit, Task } from './concurrency-limit.js'
import type { Delivery } from './webhook-store.js'

type ManualSend = { readonly webhookId: string; hasStarted: boolean; cancelTask: () => boolean }

/** Deliveries asked for by hand: out of line and once. Kept until they have been sent. */
export function createManualSends(slots: ConcurrencyLimit) {
  const byDelivery = new Map<string, ManualSend>()

  const cancelWhere = (isMeant: (manualSend: ManualSend) => boolean): void => {
    for (const [deliveryId, manualSend] of byDelivery) {
      if (manualSend.hasStarted || !isMeant(manualSend)) continue
      manualSend.cancelTask()
      byDelivery.delete(deliveryId)
    }
  }

  return {
    add: ({ id }: Delivery, task: Task): void => {
      const manualSend: ManualSend = { webhookId: task.webhookId, hasStarted: false, cancelTask: () => false }
      byDelivery.set(id, manualSend)
      const work = async () => {
        manualSend.hasStarted = true
        try {
          return await task.work()
        } finally {
          // It may have been asked for again meanwhile.
          if (byDelivery.get(id) === manualSend) byDelivery.delete(id)
        }
      }
      manualSend.cancelTask = slots.scheduleTask({ ...task, work })
    },
    hasStarted: (deliveryId: string): boolean => byDelivery.get(deliveryId)?.hasStarted ?? false,
    ids: (): readonly string[] => [...byDelivery.keys()],
    forget: (webhookId: string): void => cancelWhere((manualSend) => manualSend.webhookId === webhookId),
    forgetAll: (): void => cancelWhere(() => true),
  }
}
