import { isoTime, triggerOf, type WebhookEvent } from '@p2p-rates/contract'
import type { Digest } from './digest.js'
import type { EvaluationFacts } from './evaluate-webhook.js'
import type { CrossingEvent, Delivery, Webhook } from './webhook-store.js'

const envelopeOf = (webhook: Webhook, event: WebhookEvent['event'], { makeId, nowMs }: EvaluationFacts) => ({
  id: makeId(webhook, event),
  created_at: isoTime(nowMs),
})

const marksOf = ({ marks }: EvaluationFacts) => ({
  ...(marks.isSimulated ? { simulated: true as const } : {}),
  ...(marks.isReplay ? { replay: true as const } : {}),
})

export function crossingEventOf(webhook: Webhook, facts: EvaluationFacts): CrossingEvent {
  const { event, amount, fillAmount } = webhook
  const { value, best, route } = facts.measured
  const crossing = {
    webhook_id: webhook.id,
    fiat: webhook.fiat,
    threshold: webhook.threshold,
    direction: triggerOf(webhook).direction,
    value: value ?? Number.NaN,
    previous_value: facts.previous,
    updated_at: isoTime(facts.snapshot.updatedAtMs),
    ...(webhook.paymentMethod === null ? {} : { payment_method: webhook.paymentMethod }),
    ...marksOf(facts),
  }
  const envelope = envelopeOf(webhook, event, facts)
  if (event === 'spread') {
    if (route === undefined) throw new Error('a spread fired without a route')
    return { event, data: { ...crossing, amount: amount ?? 1_000, route }, ...envelope }
  }
  if (best === undefined) throw new Error('a price fired without a price')
  const filled = fillAmount === null ? {} : { fill_amount: fillAmount }
  return { event, data: { ...crossing, best, ...filled }, ...envelope }
}

/** A crossing in quiet hours after which the value has moved back. */
export function pastCrossingOf(webhook: Webhook, deferred: CrossingEvent, facts: EvaluationFacts): CrossingEvent {
  const { value } = facts.measured
  const after_quiet_hours = {
    value: Number.isFinite(value) ? value : null,
    updated_at: isoTime(facts.snapshot.updatedAtMs),
  }
  const envelope = envelopeOf(webhook, webhook.event, facts)
  // One branch for each type of data.
  return deferred.event === 'spread'
    ? { ...deferred, data: { ...deferred.data, after_quiet_hours }, ...envelope }
    : { ...deferred, data: { ...deferred.data, after_quiet_hours }, ...envelope }
}

export const digestEventOf = (webhook: Webhook, digest: Digest, facts: EvaluationFacts): WebhookEvent => ({
  event: 'digest',
  data: {
    webhook_id: webhook.id,
    fiat: webhook.fiat,
    ...digest,
    updated_at: isoTime(facts.snapshot.updatedAtMs),
    ...marksOf(facts),
  },
  ...envelopeOf(webhook, 'digest', facts),
})

/** Serialised once: every attempt sends these very bytes. */
export const newDelivery = (
  webhook: Pick<Webhook, 'id'>,
  event: WebhookEvent,
  nowMs: number,
  once = false,
): Delivery => ({
  id: event.id,
  webhookId: webhook.id,
  event: event.event,
  createdAtMs: nowMs,
  body: JSON.stringify(event),
  state: 'pending',
  attempts: 0,
  nextAttemptAtMs: nowMs,
  lastStatus: null,
  lastFault: null,
  lastAttemptAtMs: null,
  lastDurationMs: null,
  once,
})
