import type { PostOutcome } from './post.js'
import { maxFailures, waitAfterFailuresMs } from './schedule.js'
import type { Delivery, Webhook } from './webhook-store.js'

export type Settled = { readonly delivery: Delivery; readonly webhook: Webhook }

/** What an attempt's outcome makes of the delivery and of its webhook. */
export const settle = (
  delivery: Delivery,
  webhook: Webhook,
  outcome: PostOutcome,
  at: { readonly startedMs: number; readonly durationMs: number; readonly random: number },
): Settled => {
  const succeeded = outcome.status !== null && outcome.status >= 200 && outcome.status < 300
  const attempted: Delivery = {
    ...delivery,
    attempts: delivery.attempts + 1,
    nextAttemptAtMs: null,
    lastStatus: outcome.status,
    lastFault: outcome.fault,
    lastAttemptAtMs: at.startedMs,
    lastDurationMs: at.durationMs,
  }
  const noted: Webhook = { ...webhook, lastDelivery: { status: outcome.status, atMs: at.startedMs } }

  if (succeeded)
    return {
      delivery: { ...attempted, state: 'delivered' },
      webhook: delivery.once ? noted : { ...noted, consecutiveFailures: 0 },
    }
  if (delivery.once) return { delivery: { ...attempted, state: 'exhausted' }, webhook: noted }

  const failures = webhook.consecutiveFailures + 1
  const counted: Webhook = { ...noted, consecutiveFailures: failures }
  const gone = outcome.status === 410
  if (gone || failures >= maxFailures)
    return {
      delivery: { ...attempted, state: 'exhausted' },
      webhook: { ...counted, enabled: false, disabledReason: gone ? 'gone' : 'failures' },
    }
  const waitMs = waitAfterFailuresMs(failures, at.random, outcome.retryAfterSeconds)
  return {
    delivery: { ...attempted, nextAttemptAtMs: Math.round(at.startedMs + at.durationMs + waitMs) },
    webhook: counted,
  }
}

/** Which of the waiting events goes next: in order while all is well, the newest while the receiver is failing. */
export const chooseNext = (
  waiting: readonly Delivery[],
  consecutiveFailures: number,
): { readonly next: Delivery | null; readonly superseded: readonly Delivery[] } => {
  if (consecutiveFailures === 0) return { next: waiting[0] ?? null, superseded: [] }
  const next = waiting.at(-1) ?? null
  return {
    next,
    superseded: waiting.slice(0, -1).map((older) => ({ ...older, state: 'superseded', nextAttemptAtMs: null })),
  }
}
