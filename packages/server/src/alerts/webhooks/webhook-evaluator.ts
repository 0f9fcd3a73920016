import { hash } from 'node:crypto'
import { type CrossingMemory, crossingStep, triggerOf, type WebhookEvent } from '@p2p-rates/contract'
import type { TrustRules } from '@p2p-rates/core'
import type { Runtime } from '../../base/runtime.js'
import type { MarketSnapshot } from '../../market/market-snapshot.js'
import type { PriceOrigin, PriceOriginFlags } from '../../market/price-origin.js'
import type { LastMeasurements } from './last-measurements.js'
import { createMeasureWebhookValue, type Measurement } from './measure-webhook-value.js'
import type { Delivery, SharedWebhookStore, Webhook } from './webhook-store.js'

export type Evaluation = {
  readonly changed: readonly Webhook[]
  readonly fired: readonly Delivery[]
}

/** A value measured for the first time may cost milliseconds: others get their turn in between. */
const sliceMs = 5
const sliceSize = 200

export type EvaluationPorts = {
  readonly market: { readonly rules: TrustRules; readonly origin: Pick<PriceOrigin, 'flags'> }
  readonly runtime: Pick<Runtime, 'clock' | 'timers'>
}

/**
 * Evaluates every webhook of one currency with its new data, slice by slice. Keeps the last values only to return them.
 */
export function createWebhookEvaluator(
  ports: EvaluationPorts & {
    makeId: (webhook: Webhook) => string
    lastValues: Pick<LastMeasurements, 'of' | 'recordValue'>
  },
) {
  const { makeId, lastValues, market } = ports
  const { clock, timers } = ports.runtime

  const evaluateOne = (webhook: Webhook, measured: Measurement, snapshot: MarketSnapshot, nowMs: number) => {
    const memory = { state: webhook.crossing, firedAtMs: webhook.firedAtMs, holding: webhook.holding }
    const { fires, ...next } = crossingStep(memory, measured.value, triggerOf(webhook), nowMs)
    const previous = lastValues.of(webhook)
    if (measured.value !== null && Number.isFinite(measured.value)) lastValues.recordValue(webhook, measured.value)
    if (isSame(next, memory)) return null
    return {
      changed: { ...webhook, crossing: next.state, firedAtMs: next.firedAtMs, holding: next.holding ?? null },
      fired: fires
        ? [
            deliveryOf(webhook, measured, previous, snapshot, {
              id: makeId(webhook),
              nowMs,
              marks: market.origin.flags(),
            }),
          ]
        : [],
    }
  }

  return {
    async *evaluate(webhooks: readonly Webhook[], snapshot: MarketSnapshot): AsyncGenerator<Evaluation> {
      const measure = createMeasureWebhookValue(snapshot, market.rules)
      const nowMs = clock.wallMs()
      for (let at = 0; at < webhooks.length; ) {
        const sliceEndMs = clock.monoMs() + sliceMs
        const found = []
        do {
          const webhook = webhooks[at]
          if (webhook !== undefined) found.push(evaluateOne(webhook, measure(webhook), snapshot, nowMs) ?? [])
          at += 1
        } while (at < webhooks.length && at % sliceSize !== 0 && clock.monoMs() < sliceEndMs)
        const crossings = found.flat()
        if (crossings.length > 0)
          yield {
            changed: crossings.map(({ changed }) => changed),
            fired: crossings.flatMap(({ fired }) => fired),
          }
        if (at < webhooks.length) await new Promise<void>((resolve) => timers.soon(resolve))
      }
    },
  }
}

const isSame = (one: CrossingMemory, other: CrossingMemory): boolean =>
  one.state === other.state &&
  one.firedAtMs === other.firedAtMs &&
  one.holding?.heldMs === other.holding?.heldMs &&
  one.holding?.seenAtMs === other.holding?.seenAtMs

function deliveryOf(
  webhook: Webhook,
  measured: Measurement,
  previous: number | null,
  snapshot: MarketSnapshot,
  { id, nowMs, marks }: { id: string; nowMs: number; marks: PriceOriginFlags },
): Delivery {
  const crossing = {
    webhook_id: webhook.id,
    fiat: webhook.fiat,
    threshold: webhook.threshold,
    direction: triggerOf(webhook).direction,
    value: measured.value ?? Number.NaN,
    previous_value: previous,
    updated_at: new Date(snapshot.updatedAtMs).toISOString(),
    ...(webhook.paymentMethod === null ? {} : { payment_method: webhook.paymentMethod }),
    ...(marks.isSimulated ? { simulated: true as const } : {}),
    ...(marks.isReplay ? { replay: true as const } : {}),
  }
  const envelope = { id, created_at: new Date(nowMs).toISOString() }
  return newDelivery(webhook, eventOf(webhook, measured, crossing, envelope), nowMs)
}

function eventOf(
  { event, amount, fillAmount }: Webhook,
  { best, route }: Measurement,
  crossing: Omit<Extract<WebhookEvent, { event: 'spread' }>['data'], 'amount' | 'route'>,
  envelope: { readonly id: string; readonly created_at: string },
): WebhookEvent {
  if (event === 'spread') {
    if (route === undefined) throw new Error('a spread fired without a route')
    return { event, data: { ...crossing, amount: amount ?? 1_000, route }, ...envelope }
  }
  if (best === undefined) throw new Error('a price fired without a price')
  const filled = fillAmount === null ? {} : { fill_amount: fillAmount }
  return { event, data: { ...crossing, best, ...filled }, ...envelope }
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

/** The store of an open transaction: with it everything is written, or nothing. */
type OpenStore = Pick<SharedWebhookStore, 'watchedWebhooks' | 'storeFired' | 'saveLastValues'>

export type EvaluateInTransaction = (store: OpenStore, snapshot: MarketSnapshot) => Promise<readonly string[]>

/**
 * Evaluates the webhooks of one currency in the transaction that publishes the new data. Resolves with the ids of webhooks
 * that have something to send. A repeat with the same data changes nothing.
 */
export function createEvaluateInTransaction(ports: EvaluationPorts): EvaluateInTransaction {
  return async (store, snapshot) => {
    const { webhooks, lastValues } = await store.watchedWebhooks(snapshot.fiat)
    const values = new Map<string, number>()
    const { evaluate } = createWebhookEvaluator({
      ...ports,
      makeId: ({ id }) => deliveryIdOf(id, snapshot.version),
      lastValues: {
        of: ({ id }) => lastValues.get(id) ?? null,
        recordValue: ({ id }, value) => void values.set(id, value),
      },
    })
    const changed: Webhook[] = []
    const fired: Delivery[] = []
    for await (const found of evaluate(webhooks, snapshot)) {
      changed.push(...found.changed)
      fired.push(...found.fired)
    }
    if (changed.length > 0) await store.storeFired({ webhooks: changed, deliveries: fired })
    if (webhooks.length > 0) await store.saveLastValues(snapshot.fiat, newest(webhooks, values, lastValues))
    return fired.map(({ webhookId }) => webhookId)
  }
}

/** Keeps the old value of unmeasured webhooks, and drops the value of unwatched ones. */
const newest = (
  webhooks: readonly Webhook[],
  values: ReadonlyMap<string, number>,
  lastValues: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> =>
  new Map(
    webhooks.flatMap(({ id }) => {
      const value = values.get(id) ?? lastValues.get(id)
      return value === undefined ? [] : [[id, value]]
    }),
  )

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Returns the same id for a crossing on every server and every retry. */
export function deliveryIdOf(webhookId: string, version: number): string {
  let rest = BigInt(`0x${hash('sha256', `${webhookId} ${version}`)}`)
  let text = 'dl_'
  for (let digit = 0; digit < 22; digit++) {
    text += alphabet[Number(rest % 62n)]
    rest /= 62n
  }
  return text
}
