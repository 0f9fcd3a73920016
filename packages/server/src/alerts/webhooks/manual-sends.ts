import { tooMany } from '../../base/errors/too-many.js'
import type { ConcurrencyLimit, Task } from './concurrency-limit.js'
import type { Delivery, Webhook } from './webhook-store.js'

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

export type ManualSends = ReturnType<typeof createManualSends>

const perHour = 10
const hourMs = 3_600_000

/** Rejects more than 10 an hour, so that pings and resends keep neither a receiver nor our slots busy. */
export function countManualSend(webhook: Webhook, nowMs: number): Webhook {
  // Ignore times in the future, because the clock was set back since.
  const recent = webhook.sentByHandMs.filter((atMs) => atMs <= nowMs && nowMs - atMs < hourMs)
  if (recent.length >= perHour)
    throw tooMany('manualSends', Math.ceil((Math.min(...recent) + hourMs - nowMs) / 1000), perHour)
  return { ...webhook, sentByHandMs: [...recent, nowMs] }
}
