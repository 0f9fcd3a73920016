import type { Clock } from '../clock.js'
import { faultFields, type Log } from '../log/log.js'
import type { Cancel, Timers } from '../timers.js'
import { chooseNext, settle } from './attempt.js'
import { headersOf } from './delivery-headers.js'
import type { Post, PostOutcome } from './post.js'
import type { Records } from './records.js'
import type { Seal } from './seal.js'
import type { Delivery, Webhook, WebhookStore } from './webhook-store.js'

const maxParallel = 16
const maxPerHost = 2

/** Brings events to receivers: in order and one at a time per webhook, side by side across webhooks, again after failures. */
export interface Courier {
  /** Events that are on disk already. */
  enqueue(deliveries: readonly Delivery[]): void
  /** Out of line, once. Resolves with the outcome. */
  sendOnce(delivery: Delivery, webhook: Webhook): Promise<void>
  /** Forgets what waits for a webhook that was disabled or deleted; the store has been told. */
  drop(webhookId: string): void
  dropAll(): void
  waitingFor(webhookId: string): readonly Delivery[]
  /** A webhook was changed: its next event may be due at once. */
  wake(webhookId: string): void
  /** No new attempts; resolves when those under way are written down. */
  stop(): Promise<void>
}

type Lane = { readonly webhookId: string; waiting: Delivery[]; busy: boolean; cancelTimer: Cancel }

export const createCourier = (ports: {
  records: Records
  store: WebhookStore
  post: Post
  seal: Seal
  clock: Clock
  timers: Timers
  random: () => number
  log: Log
  onAttempt: (outcome: string) => void
}): Courier => {
  const { records, store, post, seal, clock, timers, random, log, onAttempt } = ports
  const lanes = new Map<string, Lane>()
  const ready: Lane[] = []
  const hosts = new Map<string, number>()
  const underWay = new Set<Promise<void>>()
  let stopped = false

  const laneOf = (webhookId: string): Lane => {
    let lane = lanes.get(webhookId)
    if (lane === undefined) {
      lane = { webhookId, waiting: [], busy: false, cancelTimer: () => {} }
      lanes.set(webhookId, lane)
    }
    return lane
  }

  /** Lets a lane go as soon as its next attempt is due and nobody of its own is on the way. */
  const pump = (lane: Lane): void => {
    lane.cancelTimer()
    const webhook = records.get(lane.webhookId)
    if (stopped || lane.busy || webhook === undefined || lane.waiting.length === 0) return
    const waitMs = webhook.consecutiveFailures === 0 ? 0 : slotOf(lane.waiting) - clock.wallMs()
    if (waitMs > 0) {
      lane.cancelTimer = timers.after(waitMs, () => pump(lane))
      return
    }
    lane.busy = true
    ready.push(lane)
    startReady()
  }

  const startReady = (): void => {
    while (!stopped && underWay.size < maxParallel) {
      const index = ready.findIndex((lane) => (hosts.get(hostOf(lane)) ?? 0) < maxPerHost)
      const [lane] = index < 0 ? [] : ready.splice(index, 1)
      if (lane === undefined) return
      track(run(lane), hostOf(lane))
    }
  }

  const track = (work: Promise<void>, host: string): void => {
    hosts.set(host, (hosts.get(host) ?? 0) + 1)
    const done = work
      .catch((error: unknown) => log.error('a webhook attempt failed on our side', faultFields(error)))
      .finally(() => {
        underWay.delete(done)
        const left = (hosts.get(host) ?? 1) - 1
        if (left === 0) hosts.delete(host)
        else hosts.set(host, left)
        startReady()
      })
    underWay.add(done)
  }

  const hostOf = ({ webhookId }: Lane): string => {
    const webhook = records.get(webhookId)
    return webhook === undefined ? '' : new URL(webhook.url).host
  }

  const run = async (lane: Lane): Promise<void> => {
    try {
      const webhook = records.get(lane.webhookId)
      if (webhook === undefined) return
      const { next, superseded } = chooseNext(lane.waiting, webhook.consecutiveFailures)
      if (next === null) return
      const { outcome, startedMs, durationMs } = await attempt(next, webhook)
      const result = await records.alone(async () => {
        const current = records.get(lane.webhookId) ?? { ...webhook, enabled: false }
        const settled = settle(next, current, outcome, { startedMs, durationMs, random: random() })
        const known = records.get(lane.webhookId) !== undefined
        const others = settled.webhook.enabled ? [] : lane.waiting.filter((one) => one.id !== next.id).map(cancelled)
        await keep([settled.delivery, ...superseded, ...others], known ? settled.webhook : null)
        if (known) records.put(settled.webhook)
        return settled
      })
      const settledIds = new Set([next.id, ...superseded.map(({ id }) => id)])
      const newer = result.webhook.enabled ? lane.waiting.filter(({ id }) => !settledIds.has(id)) : []
      lane.waiting = result.delivery.state === 'pending' && result.webhook.enabled ? [result.delivery, ...newer] : newer
    } finally {
      lane.busy = false
      if (lane.waiting.length === 0) lanes.delete(lane.webhookId)
      else pump(lane)
    }
  }

  const attempt = async (
    delivery: Delivery,
    webhook: Webhook,
  ): Promise<{ outcome: PostOutcome; startedMs: number; durationMs: number }> => {
    const startedMs = clock.wallMs()
    const startedMonoMs = clock.monoMs()
    const headers = headersOf(delivery, webhook, seal, startedMs)
    const outcome = await post(new URL(webhook.url), headers, delivery.body)
    onAttempt(outcome.status === null ? (outcome.fault ?? 'network') : `${Math.floor(outcome.status / 100)}xx`)
    return { outcome, startedMs, durationMs: clock.monoMs() - startedMonoMs }
  }

  /** An outcome that cannot be written is kept in memory: after a crash the receiver gets the same id once more. */
  const keep = async (deliveries: readonly Delivery[], webhook: Webhook | null): Promise<void> => {
    try {
      await store.commitAttempt(deliveries, webhook)
    } catch (error) {
      log.error('the outcome of a webhook attempt is not written down', faultFields(error))
    }
  }

  const drop = (webhookId: string): void => {
    const lane = lanes.get(webhookId)
    if (lane === undefined) return
    lane.cancelTimer()
    lane.waiting = []
    if (!lane.busy) lanes.delete(webhookId)
  }

  return {
    enqueue: (deliveries) => {
      for (const delivery of deliveries) {
        const lane = laneOf(delivery.webhookId)
        lane.waiting.push(delivery)
        pump(lane)
      }
    },
    sendOnce: async (delivery, webhook) => {
      const work = attempt(delivery, webhook).then(({ outcome, startedMs, durationMs }) =>
        records.alone(async () => {
          const current = records.get(webhook.id)
          const settled = settle(delivery, current ?? webhook, outcome, { startedMs, durationMs, random: 0 })
          await keep([settled.delivery], current === undefined ? null : settled.webhook)
          if (current !== undefined) records.put(settled.webhook)
        }),
      )
      track(work, new URL(webhook.url).host)
      await work
    },
    drop,
    dropAll: () => {
      for (const webhookId of [...lanes.keys()]) drop(webhookId)
    },
    waitingFor: (webhookId) => lanes.get(webhookId)?.waiting ?? [],
    wake: (webhookId) => {
      const lane = lanes.get(webhookId)
      if (lane !== undefined) pump(lane)
    },
    stop: async () => {
      stopped = true
      for (const lane of lanes.values()) lane.cancelTimer()
      await Promise.all(underWay)
    },
  }
}

export const cancelled = (delivery: Delivery): Delivery => ({ ...delivery, state: 'cancelled', nextAttemptAtMs: null })

/** When the receiver is failing, all that waits for it waits for the same moment: the one its last failure set. */
const slotOf = (waiting: readonly Delivery[]): number =>
  Math.max(0, ...waiting.filter(({ attempts }) => attempts > 0).map(({ nextAttemptAtMs }) => nextAttemptAtMs ?? 0))
