import { faultFields, type Log } from '../log/log.js'
import type { Clock } from '../time/clock.js'
import type { Cancel, Timers } from '../time/timers.js'
import { createAsides } from './asides.js'
import { type Attempt, chooseNext, isOurFault, settleAside, settleDropped, settleLine } from './attempt.js'
import { headersOf } from './delivery-headers.js'
import { noPublicAddress, type Post, type PostOutcome } from './post.js'
import type { Records } from './records.js'
import { longestWaitMs } from './schedule.js'
import type { Seal } from './seal.js'
import { createSlots } from './slots.js'
import type { Claim, Delivery, Webhook } from './webhook-store.js'

/** Brings events to receivers: in order and one at a time per webhook, side by side across webhooks, again after failures. */
export interface Courier {
  /** Events that are on disk already. */
  enqueue(deliveries: readonly Delivery[]): void
  /** Out of line and once, also to a disabled webhook. */
  sendOnce(delivery: Delivery, webhook: Webhook): void
  /** What was asked for by `sendOnce` and has not set out yet. */
  asideFor(webhookId: string): readonly Delivery[]
  /** Forgets the events that wait for a webhook that was disabled; the store has been told. */
  drop(webhookId: string): void
  /** Forgets everything that waits for a webhook that was deleted. */
  forget(webhookId: string): void
  /** The data on disk were replaced. */
  forgetAll(): void
  waitingFor(webhookId: string): readonly Delivery[]
  /** A webhook was changed: its next event may be due at once. */
  wake(webhookId: string): void
  /** No new attempts; resolves when those under way are written down. */
  stop(): Promise<void>
}

type DeliveryLine = {
  readonly webhookId: string
  waiting: Delivery[]
  /** While the receiver is failing: the one moment for all that waits. */
  dueMonoMs: number
  /** Waits for that moment though its receiver is well: a fault of our own, or somebody else sends. */
  rests: boolean
  /** Has asked for a slot or is using it. */
  busy: boolean
  /** True when the slot that was asked for is given back unused. */
  giveBack: () => boolean
  cancelTimer: Cancel
}

/** An attempt takes 15 s at most. */
const leaseMs = 30_000
/** After the store could not be asked. */
const againMs = 1_000

export function createCourier(ports: {
  records: Records
  post: Post
  seal: Seal
  clock: Clock
  timers: Timers
  random: () => number
  log: Log
  perHostAndMinute: number
  onAttempt: (outcome: string) => void
}): Courier {
  const { records, post, seal, clock, timers, random, log, onAttempt } = ports
  const slots = createSlots(ports)
  const asides = createAsides(slots)
  const lines = new Map<string, DeliveryLine>()
  let stopped = false

  const lineOf = (webhookId: string): DeliveryLine => {
    let line = lines.get(webhookId)
    if (line === undefined) {
      line = {
        webhookId,
        waiting: [],
        dueMonoMs: 0,
        rests: false,
        busy: false,
        giveBack: () => false,
        cancelTimer: () => {},
      }
      lines.set(webhookId, line)
    }
    return line
  }

  /** Lets a line go as soon as its next attempt is due. */
  const pump = (line: DeliveryLine): void => {
    line.cancelTimer()
    if (line.busy) return
    const webhook = records.get(line.webhookId)
    if (stopped || webhook === undefined || line.waiting.length === 0) {
      lines.delete(line.webhookId)
      return
    }
    const waits = webhook.consecutiveFailures > 0 || line.rests
    const waitMs = waits ? line.dueMonoMs - clock.monoMs() : 0
    if (waitMs > 0) {
      line.cancelTimer = timers.after(waitMs, () => pump(line))
      return
    }
    line.busy = true
    line.giveBack = slots.take({
      ...placeOf(webhook),
      work: async () => {
        await sendNext(line).catch((error: unknown) => log.error('webhook delivery', faultFields(error)))
        line.busy = false
        pump(line)
      },
    })
  }

  const sendNext = async (line: DeliveryLine): Promise<void> => {
    const claim = await records.alone(() => claimLine(line))
    if (claim === null) return
    const webhook = records.get(line.webhookId)
    const next = chooseNext(line.waiting, webhook?.consecutiveFailures ?? 0)
    if (webhook === undefined || next === undefined) return records.giveBack(claim)
    const older = line.waiting.slice(0, line.waiting.indexOf(next))
    const attempt = await attemptTo(webhook, next)
    const chance = random()

    await records.alone(async () => {
      // Disabled or deleted while it was on its way: what waited has been dropped with it.
      const isDropped = !line.waiting.includes(next)
      const parts = { older, sent: next, newer: line.waiting.slice(older.length + 1) }
      const settled = await records.settle(claim, (now) =>
        isDropped || !now.enabled ? settleDropped(next, now, attempt) : settleLine(parts, now, attempt, chance),
      )
      if (settled === null) return rest(line, leaseMs)
      if (isDropped) return
      line.waiting = [...settled.waiting]
      line.dueMonoMs = clock.monoMs() + (settled.waitMs ?? 0)
      line.rests = settled.waitMs !== null && isOurFault(attempt)
    })
  }

  /** What waits is what the store says: another process may have sent some of it. */
  const claimLine = async (line: DeliveryLine): Promise<Claim | null> => {
    try {
      const claim = await records.claim(line.webhookId, leaseMs)
      if (claim === null) rest(line, leaseMs)
      else line.waiting = [...claim.waiting]
      return claim
    } catch (error) {
      rest(line, againMs)
      throw error
    }
  }

  const rest = (line: DeliveryLine, ms: number): void => {
    line.dueMonoMs = clock.monoMs() + ms
    line.rests = true
  }

  const sendAside = async (delivery: Delivery, { id, accountId }: Webhook): Promise<void> => {
    const webhook = records.get(id) ?? (await records.find(accountId, id))
    if (webhook === null) return
    const attempt = await attemptTo(webhook, delivery)
    await records.alone(async () => {
      const now = records.get(id) ?? (await records.find(accountId, id))
      if (now === null) return
      const settled = settleAside(delivery, now, attempt)
      await records.note(settled.webhook, [settled.delivery])
    })
    wake(id)
  }

  const attemptTo = async (webhook: Webhook, delivery: Delivery): Promise<Attempt> => {
    const startedMs = clock.wallMs()
    const startedMonoMs = clock.monoMs()
    const outcome = await outcomeOf(webhook, delivery, startedMs)
    onAttempt(outcome.status === null ? (outcome.fault ?? 'network') : `${Math.floor(outcome.status / 100)}xx`)
    // How long a name took to look up would tell one of our network's from an unknown one.
    const durationMs = outcome.fault === noPublicAddress ? 0 : clock.monoMs() - startedMonoMs
    return { outcome, startedMs, durationMs }
  }

  /** A fault of our own, such as a secret sealed with another master key, is a failed attempt too: it must not go round in circles. */
  const outcomeOf = async (webhook: Webhook, delivery: Delivery, startedMs: number): Promise<PostOutcome> => {
    try {
      return await post(new URL(webhook.url), headersOf(delivery, webhook, seal, startedMs), delivery.body)
    } catch (error) {
      log.error('a webhook could not be sent', { webhook_id: webhook.id, ...faultFields(error) })
      return { status: null, fault: 'internal', retryAfter: null }
    }
  }

  const drop = (webhookId: string): void => {
    const line = lines.get(webhookId)
    if (line === undefined) return
    line.waiting = []
    if (line.busy && line.giveBack()) line.busy = false
    pump(line)
  }

  const wake = (webhookId: string): void => {
    const line = lines.get(webhookId)
    if (line !== undefined) pump(line)
  }

  return {
    enqueue: (deliveries) => {
      for (const delivery of deliveries) {
        const line = lineOf(delivery.webhookId)
        line.waiting.push(delivery)
        if (delivery.attempts > 0) line.dueMonoMs = clock.monoMs() + remainingMs(delivery, clock.wallMs())
      }
      for (const webhookId of new Set(deliveries.map(({ webhookId }) => webhookId))) wake(webhookId)
    },
    sendOnce: (delivery, webhook) => {
      const work = () =>
        sendAside(delivery, webhook).catch((error: unknown) => log.error('webhook delivery', faultFields(error)))
      asides.add(delivery, { ...placeOf(webhook), work })
    },
    asideFor: asides.waitingFor,
    drop,
    forget: (webhookId) => {
      drop(webhookId)
      asides.forget(webhookId)
    },
    forgetAll: () => {
      for (const webhookId of [...lines.keys()]) drop(webhookId)
      asides.forgetAll()
    },
    waitingFor: (webhookId) => lines.get(webhookId)?.waiting ?? [],
    wake,
    stop: async () => {
      stopped = true
      for (const line of lines.values()) line.cancelTimer()
      await slots.stop()
    },
  }
}

const placeOf = ({ id, accountId, url }: Webhook) => ({ webhookId: id, accountId, host: new URL(url).hostname })

/** The wall clock may have been set since; the schedule is not to suffer from it. */
const remainingMs = ({ nextAttemptAtMs }: Delivery, nowMs: number): number =>
  Math.min(longestWaitMs, Math.max(0, (nextAttemptAtMs ?? nowMs) - nowMs))
