import type { WebhookEvent } from '@p2p-rates/contract'
import { roundPct, type TrustRules } from '@p2p-rates/core'
import type { MarketSnapshot } from '../market/latest-markets.js'
import { step } from './crossing.js'
import { createMeasure, type Measurement, watchOf } from './measure.js'
import type { Delivery, Webhook } from './webhook-store.js'

export type Evaluation = {
  /** Webhooks whose state has changed. */
  readonly changed: readonly Webhook[]
  readonly fired: readonly Delivery[]
}

/** Holds every webhook of one currency against its new data. Remembers the last values only to tell them. */
export const createEvaluator = (ports: { rules: TrustRules; makeId: () => string; wallMs: () => number }) => {
  const { rules, makeId, wallMs } = ports
  const lastValues = new Map<string, number>()

  return {
    evaluate: (webhooks: Iterable<Webhook>, snapshot: MarketSnapshot): Evaluation => {
      const measure = createMeasure(snapshot, rules)
      const nowMs = wallMs()
      const changed: Webhook[] = []
      const fired: Delivery[] = []
      for (const webhook of webhooks) {
        const measured = measure(webhook)
        const memory = { state: webhook.crossing, firedAtMs: webhook.firedAtMs }
        const next = step(memory, measured.value, watchOf(webhook), nowMs)
        const previous = lastValues.get(webhook.id) ?? null
        if (measured.value !== null && Number.isFinite(measured.value)) lastValues.set(webhook.id, measured.value)
        if (next.state === memory.state && next.firedAtMs === memory.firedAtMs) continue
        changed.push({ ...webhook, crossing: next.state, firedAtMs: next.firedAtMs })
        if (next.fires) fired.push(deliveryOf(webhook, measured, previous, snapshot, { id: makeId(), nowMs }))
      }
      return { changed, fired }
    },
    forget: (webhookId: string): void => {
      lastValues.delete(webhookId)
    },
  }
}

const deliveryOf = (
  webhook: Webhook,
  measured: Measurement,
  previous: number | null,
  snapshot: MarketSnapshot,
  { id, nowMs }: { id: string; nowMs: number },
): Delivery => {
  const shown = (value: number) => (webhook.event === 'spread' ? roundPct(value) : value)
  const crossing = {
    webhook_id: webhook.id,
    fiat: webhook.fiat,
    threshold: webhook.threshold,
    direction: watchOf(webhook).direction,
    value: shown(measured.value ?? Number.NaN),
    previous_value: previous === null ? null : shown(previous),
    updated_at: new Date(snapshot.updatedAtMs).toISOString(),
  }
  const envelope = { id, created_at: new Date(nowMs).toISOString() }
  return newDelivery(webhook, eventOf(webhook, measured, crossing, envelope), nowMs)
}

const eventOf = (
  { event, amount }: Webhook,
  { best, route }: Measurement,
  crossing: Omit<Extract<WebhookEvent, { event: 'spread' }>['data'], 'amount' | 'route'>,
  envelope: { readonly id: string; readonly created_at: string },
): WebhookEvent => {
  if (event === 'spread') {
    if (route === undefined) throw new Error('a spread fired without a route')
    return { event, data: { ...crossing, amount: amount ?? 1_000, route }, ...envelope }
  }
  if (best === undefined) throw new Error('a price fired without a price')
  return { event, data: { ...crossing, best }, ...envelope }
}

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
