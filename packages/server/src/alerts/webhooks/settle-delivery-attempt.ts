import type { PostOutcome } from './post-to-receiver.js'
import { maxFailures, readRetryAfterMs, waitAfterFailuresMs } from './retry-schedule.js'
import type { Change, CrossingEvent, Delivery, Webhook } from './webhook-store.js'

export type Attempt = { readonly outcome: PostOutcome; readonly startedMs: number; readonly durationMs: number }

export type Settled = {
  readonly delivery: Delivery
  readonly webhook: Webhook
  readonly waitMs: number | null
}

function settle(delivery: Delivery, webhook: Webhook, attempt: Attempt, random: number): Settled {
  if (succeeded(attempt)) return settleManual(delivery, webhook, attempt)
  if (isInternalError(attempt)) return settleInternalError(delivery, webhook, attempt, random)
  const failures = webhook.consecutiveFailures + 1
  const failed: Webhook = { ...withLastDelivery(webhook, attempt), consecutiveFailures: failures }
  const ends = attempt.outcome.ends ?? (attempt.outcome.status === 410 ? 'gone' : null)
  if (ends !== null || failures >= maxFailures)
    return {
      delivery: { ...withAttempt(delivery, attempt), state: 'exhausted' },
      webhook: { ...failed, enabled: false, disabledReason: ends ?? 'failures' },
      waitMs: null,
    }
  const failedAtMs = Math.round(attempt.startedMs + attempt.durationMs)
  const askedMs = readRetryAfterMs(attempt.outcome.retryAfter, failedAtMs)
  const waitMs = Math.round(waitAfterFailuresMs(failures, random, askedMs))
  return {
    delivery: { ...withAttempt(delivery, attempt), nextAttemptAtMs: failedAtMs + waitMs },
    webhook: failed,
    waitMs,
  }
}

/** A secret that does not open, a bug: the receiver has done nothing wrong, so nothing counts against it. */
const isInternalError = ({ outcome: { fault } }: Attempt): boolean => fault === 'internal'

function settleInternalError(delivery: Delivery, webhook: Webhook, attempt: Attempt, random: number): Settled {
  const tried = withAttempt(delivery, attempt)
  if (tried.attempts >= maxFailures) return { delivery: { ...tried, state: 'exhausted' }, webhook, waitMs: null }
  const waitMs = Math.round(waitAfterFailuresMs(tried.attempts, random, 0))
  const nextAttemptAtMs = Math.round(attempt.startedMs + attempt.durationMs) + waitMs
  return { delivery: { ...tried, nextAttemptAtMs }, webhook, waitMs }
}

/** Sent by hand, or given up while it was on its way. It never counts as a failure. */
export function settleManual(delivery: Delivery, webhook: Webhook, attempt: Attempt): Settled {
  const sent = withAttempt(delivery, attempt)
  const recorded = withLastDelivery(webhook, attempt)
  if (!succeeded(attempt)) return { delivery: { ...sent, state: 'exhausted' }, webhook: recorded, waitMs: null }
  // A successful ping doesn't reset the failure count.
  const endsRun = delivery.event !== 'ping'
  return {
    delivery: { ...sent, state: 'delivered' },
    webhook: endsRun ? { ...recorded, consecutiveFailures: 0 } : recorded,
    waitMs: null,
  }
}

const succeeded = ({ outcome: { status } }: Attempt): boolean => status !== null && status >= 200 && status < 300

const withAttempt = (delivery: Delivery, { outcome, startedMs, durationMs }: Attempt): Delivery => ({
  ...delivery,
  attempts: delivery.attempts + 1,
  nextAttemptAtMs: null,
  lastStatus: outcome.status,
  lastFault: outcome.fault,
  lastAttemptAtMs: startedMs,
  lastDurationMs: durationMs,
})

const withLastDelivery = (webhook: Webhook, { outcome, startedMs }: Attempt): Webhook => ({
  ...webhook,
  lastDelivery: { status: outcome.status, atMs: startedMs },
})

/** While the receiver fails, the newest event of a kind takes the place of older ones. */
export const chooseNext = (waiting: readonly Delivery[], consecutiveFailures: number): Delivery | undefined =>
  consecutiveFailures === 0 ? waiting[0] : waiting.findLast(({ event }) => event === waiting[0]?.event)

export const givenUp = (delivery: Delivery, state: 'superseded' | 'cancelled'): Delivery => ({
  ...delivery,
  state,
  nextAttemptAtMs: null,
})

/** Ends a manual delivery whose sender died before storing the outcome. It isn't sent again. */
export const interrupted = (delivery: Delivery): Delivery => ({
  ...delivery,
  state: 'exhausted',
  nextAttemptAtMs: null,
  lastFault: 'interrupted',
})

export type QueueSettled = Change & { readonly waiting: readonly Delivery[] }

export function settleQueue(
  { older, sent, newer }: { older: readonly Delivery[]; sent: Delivery; newer: readonly Delivery[] },
  webhook: Webhook,
  attempt: Attempt,
  random: number,
): QueueSettled {
  const { delivery, webhook: settled, waitMs } = settle(sent, webhook, attempt, random)
  const isReplaced = ({ event }: Delivery) => event === sent.event
  const superseded = older.filter(isReplaced).map((one) => givenUp(one, 'superseded'))
  const later = [...older.filter((one) => !isReplaced(one)), ...newer]
  const cancelled = settled.enabled ? [] : later.map((one) => givenUp(one, 'cancelled'))
  return {
    webhook: settled,
    deliveries: [...superseded, delivery, ...cancelled],
    waiting: settled.enabled ? [...(waitMs === null ? [] : [delivery]), ...later] : [],
    waitMs,
  }
}

/** The same for a webhook that was disabled meanwhile: what waited went with it. */
export function settleDropped(sent: Delivery, webhook: Webhook, attempt: Attempt): QueueSettled {
  const { delivery, webhook: settled } = settleManual(sent, webhook, attempt)
  const failed = delivery.state === 'exhausted'
  return {
    webhook: settled,
    deliveries: [failed ? givenUp(delivery, 'cancelled') : delivery],
    waiting: [],
    waitMs: null,
  }
}

/** Quiet hours have begun while deliveries waited. What the webhook sends after them is made of newer data. */
export function deferQueue(webhook: Webhook, waiting: readonly Delivery[]): QueueSettled {
  const crossing = waiting.findLast(({ event }) => event !== 'digest')
  const hasDigest = waiting.some(({ event }) => event === 'digest')
  return {
    webhook: {
      ...webhook,
      // A crossing since the quiet hours began is newer.
      deferred: webhook.deferred ?? (crossing === undefined ? null : crossingIn(crossing)),
      digestDay: hasDigest && webhook.digestDay !== null ? webhook.digestDay - 1 : webhook.digestDay,
    },
    deliveries: waiting.map((one) => givenUp(one, 'superseded')),
    waiting: [],
    waitMs: null,
  }
}

/** A waiting delivery that is no digest is a crossing, because pings are sent out of line. */
const crossingIn = ({ body }: Delivery): CrossingEvent => JSON.parse(body)
