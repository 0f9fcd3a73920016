import {
  crossingStep,
  type DigestEvent,
  type DigestPrice,
  isoTime,
  reaches,
  triggerOf,
  type WebhookEvent,
} from '@p2p-rates/contract'
import type { Side } from '@p2p-rates/core'
import { roundPct } from '@p2p-rates/core/internal'
import type { MarketSnapshot } from '../../market/market-snapshot.js'
import type { PriceOriginFlags } from '../../market/price-origin.js'
import type { Measurement } from './measure-webhook-value.js'
import { dueDigestDay, isExpired, isQuiet } from './schedule.js'
import type { CrossingEvent, Delivery, Webhook } from './webhook-store.js'

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

const envelopeOf = (webhook: Webhook, event: WebhookEvent['event'], { makeId, nowMs }: EvaluationFacts) => ({
  id: makeId(webhook, event),
  created_at: isoTime(nowMs),
})

const marksOf = ({ marks }: EvaluationFacts) => ({
  ...(marks.isSimulated ? { simulated: true as const } : {}),
  ...(marks.isReplay ? { replay: true as const } : {}),
})

function crossingEventOf(webhook: Webhook, facts: EvaluationFacts): CrossingEvent {
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
function pastCrossingOf(webhook: Webhook, deferred: CrossingEvent, facts: EvaluationFacts): CrossingEvent {
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

const digestEventOf = (webhook: Webhook, digest: Digest, facts: EvaluationFacts): WebhookEvent => ({
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

export type PastPrices = { readonly buy: number | null; readonly sell: number | null }

/** Reads the newest recorded best prices of the hour before `atMs`. */
export type ReadPastPrices = (fiat: string, atMs: number) => Promise<PastPrices>

export type Digest = Pick<DigestEvent['data'], 'buy' | 'sell'>

const dayMs = 86_400_000

/** Best prices of a snapshot, compared with those of 24 hours before. A digest without a comparison is better than none. */
export async function createDigest(snapshot: MarketSnapshot, pastPrices: ReadPastPrices): Promise<Digest> {
  const { fiat, updatedAtMs } = snapshot
  const past = await pastPrices(fiat, updatedAtMs - dayMs).catch(() => ({ buy: null, sell: null }))
  return { buy: digestPrice(snapshot, 'BUY', past.buy), sell: digestPrice(snapshot, 'SELL', past.sell) }
}

function digestPrice({ market, rates }: MarketSnapshot, side: Side, dayAgo: number | null): DigestPrice | null {
  const best = side === 'BUY' ? rates.bestBuy : rates.bestSell
  const board = market.boards.find((one) => one.exchange === best?.exchange && one.side === side)
  if (best === null || board === undefined) return null
  return {
    price: best.price,
    exchange: best.exchange,
    received_at: isoTime(board.observedAtMs),
    confidence: rates.confidence[side].level,
    day_ago: dayAgo,
    change_pct: dayAgo === null ? null : roundPct((best.price / dayAgo - 1) * 100),
  }
}
