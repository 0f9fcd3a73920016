import { crossingStep, reaches, triggerOf, type WebhookEvent } from '@p2p-rates/contract'
import type { MarketSnapshot } from '../../market/market-snapshot.js'
import type { PriceOriginFlags } from '../../market/price-origin.js'
import type { Digest } from './digest.js'
import { crossingEventOf, digestEventOf, pastCrossingOf } from './event-and-delivery.js'
import type { Measurement } from './measure-webhook-value.js'
import { dueDigestDay, isExpired, isQuiet } from './schedule.js'
import type { Webhook } from './webhook-store.js'

export type EvaluationFacts = {
  readonly measured: Measurement
  /** Value of the evaluation before. */
  readonly previous: number | null
  readonly snapshot: MarketSnapshot
  /** Null if no webhook of the currency has a digest to send. */
  readonly digest: Digest | null
  readonly marks: PriceOriginFlags
  readonly nowMs: number
  readonly makeId: (webhook: Webhook, event: WebhookEvent['event']) => string
}

type Evaluated = { readonly webhook: Webhook; readonly events: readonly WebhookEvent[] }

/** One webhook after new data, with the events to send. An expired webhook sends only what its quiet hours deferred. */
export function evaluateWebhook(webhook: Webhook, facts: EvaluationFacts): Evaluated {
  if (!isExpired(webhook, facts.nowMs)) {
    const crossed = evaluateCrossing(webhook, facts)
    const digested = evaluateDigest(crossed.webhook, facts)
    return { webhook: digested.webhook, events: [...crossed.events, ...digested.events] }
  }
  const isOwed = webhook.deferred !== null && !isQuiet(webhook, facts.nowMs)
  return isOwed ? sendDeferred(webhook, facts) : { webhook, events: [] }
}

function evaluateCrossing(webhook: Webhook, facts: EvaluationFacts): Evaluated {
  const { measured, nowMs } = facts
  const memory = { state: webhook.crossing, firedAtMs: webhook.firedAtMs, holding: webhook.holding }
  const { fires, ...step } = crossingStep(memory, measured.value, triggerOf(webhook), nowMs)
  const next = { ...webhook, crossing: step.state, firedAtMs: step.firedAtMs, holding: step.holding ?? null }
  if (isQuiet(webhook, nowMs))
    return { webhook: fires ? { ...next, deferred: crossingEventOf(webhook, facts) } : next, events: [] }
  if (fires) return { webhook: { ...next, deferred: null }, events: [crossingEventOf(webhook, facts)] }
  return sendDeferred(next, facts)
}

/** After quiet hours: the newest data if they reach the threshold, or else the newest crossing in the quiet hours. */
function sendDeferred(webhook: Webhook, facts: EvaluationFacts): Evaluated {
  const { deferred } = webhook
  const { value } = facts.measured
  if (deferred === null || value === null) return { webhook, events: [] }
  const sent = { ...webhook, deferred: null, firedAtMs: facts.nowMs }
  return reaches(value, triggerOf(webhook))
    ? { webhook: { ...sent, crossing: 'fired', holding: null }, events: [crossingEventOf(webhook, facts)] }
    : { webhook: sent, events: [pastCrossingOf(webhook, deferred, facts)] }
}

export const isDigestDue = (webhook: Webhook, nowMs: number): boolean =>
  webhook.digestDay !== null &&
  (dueDigestDay(webhook, nowMs) ?? 0) > webhook.digestDay &&
  !isQuiet(webhook, nowMs) &&
  !isExpired(webhook, nowMs)

function evaluateDigest(webhook: Webhook, facts: EvaluationFacts): Evaluated {
  const { digest, nowMs } = facts
  const digestDay = dueDigestDay(webhook, nowMs)
  if (webhook.digestDay === null) return { webhook: { ...webhook, digestDay }, events: [] }
  if (digest === null || !isDigestDue(webhook, nowMs)) return { webhook, events: [] }
  return { webhook: { ...webhook, digestDay }, events: [digestEventOf(webhook, digest, facts)] }
}
