import { channelIdOf } from '@p2p-rates/contract'
import { faultFields } from '../../base/log/log.js'
import type { Cancel, Timers } from '../../base/time/timers.js'
import { createConcurrencyLimit } from './concurrency-limit.js'
import type { HostCaps } from './host-caps.js'
import { createManualSends } from './manual-sends.js'
import { longestWaitMs } from './retry-schedule.js'
import { createSender, type SenderPorts } from './sender.js'
import { chooseNext, isInternalError, settleDropped, settleManual, settleQueue } from './settle-delivery-attempt.js'
import type { WebhookCache } from './webhook-cache.js'
import type { Claim, Delivery, Webhook } from './webhook-store.js'

/** Brings events to receivers: in order and one at a time per webhook, side by side across webhooks, again after failures. */
export interface Dispatcher {
  /** Events that are on disk already. */
  enqueue(deliveries: readonly Delivery[]): void
  /** Out of line and once, also to a disabled webhook. */
  sendOnce(delivery: Delivery, webhook: Webhook): void
  hasStarted(deliveryId: string): boolean
  /** Drops the waiting events of a disabled webhook. The caller has already updated the store. */
  drop(webhookId: string): void
  forget(webhookId: string): void
  /** The data on disk were replaced. */
  forgetAll(): void
  /** A webhook was changed: its next event may be due at once. */
  wake(webhookId: string): void
  /** No new attempts; resolves when those under way are written down. */
  stop(): Promise<void>
}

type DeliveryQueue = {
  readonly webhookId: string
  waiting: Delivery[]
  /** While the receiver is failing: the one moment for all that waits. */
  dueMonoMs: number
  /** True while the line waits although its receiver works: after a fault of ours, or while another process sends. */
  isPaused: boolean
  busy: boolean
  /** True when the slot that was asked for is given back unused. */
  cancelTask: () => boolean
  cancelTimer: Cancel
}

/** An attempt takes 15 s at most. */
const leaseMs = 30_000
/** After the store could not be asked. */
const retryMs = 1_000

export function createDispatcher(
  ports: SenderPorts & { records: WebhookCache; hosts: HostCaps; timers: Timers; random: () => number },
): Dispatcher {
  const { records, clock, timers, random, log } = ports
  const send = createSender(ports)
  const slots = createConcurrencyLimit(ports)
  const manualSends = createManualSends(slots)
  const queues = new Map<string, DeliveryQueue>()
  let stopped = false

  const queueOf = (webhookId: string): DeliveryQueue => {
    let line = queues.get(webhookId)
    if (line === undefined) {
      line = {
        webhookId,
        waiting: [],
        dueMonoMs: 0,
        isPaused: false,
        busy: false,
        cancelTask: () => false,
        cancelTimer: () => {},
      }
      queues.set(webhookId, line)
    }
    return line
  }

  const pump = (line: DeliveryQueue): void => {
    line.cancelTimer()
    if (line.busy) return
    const webhook = records.get(line.webhookId)
    if (stopped || webhook === undefined || line.waiting.length === 0) {
      queues.delete(line.webhookId)
      return
    }
    const waits = webhook.consecutiveFailures > 0 || line.isPaused
    const waitMs = waits ? line.dueMonoMs - clock.monoMs() : 0
    if (waitMs > 0) {
      line.cancelTimer = timers.after(waitMs, () => pump(line))
      return
    }
    line.busy = true
    line.cancelTask = slots.scheduleTask({
      ...sendTargetOf(webhook),
      work: async () => {
        const hasSent = await sendNext(line).catch(failed)
        line.busy = false
        pump(line)
        return hasSent
      },
    })
  }

  /** Resolves with whether its receiver was asked. */
  const sendNext = async (line: DeliveryQueue): Promise<boolean> => {
    const claim = await records.runExclusive(() => claimQueue(line))
    if (claim === null) return false
    const webhook = records.get(line.webhookId)
    const next = chooseNext(line.waiting, webhook?.consecutiveFailures ?? 0)
    if (webhook === undefined || next === undefined) {
      await records.release(claim)
      return false
    }
    const older = line.waiting.slice(0, line.waiting.indexOf(next))
    const attempt = await send(webhook, next)
    const chance = random()

    await records.runExclusive(async () => {
      // Disabled or deleted while it was on its way: what waited has been dropped with it.
      const isDropped = !line.waiting.includes(next)
      const parts = { older, sent: next, newer: line.waiting.slice(older.length + 1) }
      const settled = await records.settle(claim, (now) =>
        isDropped || !now.enabled ? settleDropped(next, now, attempt) : settleQueue(parts, now, attempt, chance),
      )
      if (settled === null) return pauseQueue(line, leaseMs)
      if (isDropped) return
      line.waiting = [...settled.waiting]
      line.dueMonoMs = clock.monoMs() + (settled.waitMs ?? 0)
      line.isPaused = settled.waitMs !== null && isInternalError(attempt)
    })
    return true
  }

  const failed = (error: unknown): boolean => {
    log.error('webhook delivery', faultFields(error))
    return false
  }

  /** Takes the waiting deliveries from the store, because another process may have sent some. */
  const claimQueue = async (line: DeliveryQueue): Promise<Claim | null> => {
    try {
      const claim = await records.claim(line.webhookId, leaseMs)
      if (claim === null) pauseQueue(line, leaseMs)
      else line.waiting = [...claim.waiting]
      return claim
    } catch (error) {
      pauseQueue(line, retryMs)
      throw error
    }
  }

  const pauseQueue = (line: DeliveryQueue, ms: number): void => {
    line.dueMonoMs = clock.monoMs() + ms
    line.isPaused = true
  }

  const sendManual = async (delivery: Delivery, { id, accountId }: Webhook): Promise<boolean> => {
    const webhook = records.get(id) ?? (await records.find(accountId, id))
    if (webhook === null) return false
    const attempt = await send(webhook, delivery)
    await records.runExclusive(async () => {
      const now = records.get(id) ?? (await records.find(accountId, id))
      if (now === null) return
      const settled = settleManual(delivery, now, attempt)
      await records.saveWebhook(settled.webhook, [settled.delivery])
    })
    wake(id)
    return true
  }

  const drop = (webhookId: string): void => {
    const line = queues.get(webhookId)
    if (line === undefined) return
    line.waiting = []
    if (line.busy && line.cancelTask()) line.busy = false
    pump(line)
  }

  const wake = (webhookId: string): void => {
    const line = queues.get(webhookId)
    if (line !== undefined) pump(line)
  }

  return {
    enqueue: (deliveries) => {
      for (const delivery of deliveries) {
        const line = queueOf(delivery.webhookId)
        line.waiting.push(delivery)
        if (delivery.attempts > 0) line.dueMonoMs = clock.monoMs() + remainingMs(delivery, clock.wallMs())
      }
      for (const webhookId of new Set(deliveries.map(({ webhookId }) => webhookId))) wake(webhookId)
    },
    sendOnce: (delivery, webhook) =>
      manualSends.add(delivery, { ...sendTargetOf(webhook), work: () => sendManual(delivery, webhook).catch(failed) }),
    hasStarted: manualSends.hasStarted,
    drop,
    forget: (webhookId) => {
      drop(webhookId)
      manualSends.forget(webhookId)
    },
    forgetAll: () => {
      for (const webhookId of [...queues.keys()]) drop(webhookId)
      manualSends.forgetAll()
    },
    wake,
    stop: async () => {
      stopped = true
      for (const line of queues.values()) line.cancelTimer()
      await slots.stop()
    },
  }
}

/** Account and host of a webhook. Each inbox is its own host, so the per-minute limit applies per reader. */
export const sendTargetOf = ({ id, accountId, url }: Webhook) => ({
  webhookId: id,
  accountId,
  host: channelIdOf(url) === null ? new URL(url).hostname : url,
})

/** The wall clock may have been set since; the schedule is not to suffer from it. */
const remainingMs = ({ nextAttemptAtMs }: Delivery, nowMs: number): number =>
  Math.min(longestWaitMs, Math.max(0, (nextAttemptAtMs ?? nowMs) - nowMs))
