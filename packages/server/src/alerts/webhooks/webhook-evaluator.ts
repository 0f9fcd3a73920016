import { hash } from 'node:crypto'
import type { WebhookEvent } from '@p2p-rates/contract'
import type { TrustRules } from '@p2p-rates/core'
import type { Runtime } from '../../base/runtime.js'
import { nextTurn } from '../../base/time/timers.js'
import type { MarketSnapshot } from '../../market/market-snapshot.js'
import type { PriceOrigin } from '../../market/price-origin.js'
import type { LastMeasurements } from './enabled-webhooks.js'
import {
  createDigest,
  type EvaluationFacts,
  evaluateWebhook,
  isDigestDue,
  newDelivery,
  type ReadPastPrices,
} from './evaluate-webhook.js'
import { createMeasureWebhookValue, type Measurement } from './measure-webhook-value.js'
import type { Changes, Delivery, SharedWebhookStore, Webhook } from './webhook-store.js'

/** A value measured for the first time may cost milliseconds: others get their turn in between. */
const sliceMs = 5
const sliceSize = 200

export type EvaluationPorts = {
  readonly market: { readonly rules: TrustRules; readonly origin: Pick<PriceOrigin, 'flags'> }
  readonly pastPrices: ReadPastPrices
  readonly runtime: Pick<Runtime, 'clock' | 'timers'>
}

/** Evaluates slice by slice. Keeps the last values only to return them. */
export function createWebhookEvaluator(
  ports: EvaluationPorts & {
    makeId: (webhook: Webhook, event: WebhookEvent['event']) => string
    lastValues: Pick<LastMeasurements, 'of' | 'recordValue'>
  },
) {
  const { makeId, lastValues, market, pastPrices } = ports
  const { clock, timers } = ports.runtime

  const evaluateOne = (
    webhook: Webhook,
    measured: Measurement,
    now: Omit<EvaluationFacts, 'measured' | 'previous'>,
  ) => {
    const next = evaluateWebhook(webhook, { ...now, measured, previous: lastValues.of(webhook) })
    if (measured.value !== null && Number.isFinite(measured.value)) lastValues.recordValue(webhook, measured.value)
    if (isSame(next.webhook, webhook)) return null
    return { changed: next.webhook, fired: next.events.map((event) => newDelivery(webhook, event, now.nowMs)) }
  }

  return {
    async *evaluate(webhooks: readonly Webhook[], snapshot: MarketSnapshot): AsyncGenerator<Changes> {
      const measure = createMeasureWebhookValue(snapshot, market.rules)
      const nowMs = clock.wallMs()
      const hasDigest = webhooks.some((webhook) => isDigestDue(webhook, nowMs))
      const digest = hasDigest ? await createDigest(snapshot, pastPrices) : null
      const now = { snapshot, digest, marks: market.origin.flags(), nowMs, makeId }
      for (let at = 0; at < webhooks.length; ) {
        const sliceEndMs = clock.monoMs() + sliceMs
        const found = []
        do {
          const webhook = webhooks[at]
          if (webhook !== undefined) found.push(evaluateOne(webhook, measure(webhook), now) ?? [])
          at += 1
        } while (at < webhooks.length && at % sliceSize !== 0 && clock.monoMs() < sliceEndMs)
        const crossings = found.flat()
        if (crossings.length > 0)
          yield {
            webhooks: crossings.map(({ changed }) => changed),
            deliveries: crossings.flatMap(({ fired }) => fired),
          }
        if (at < webhooks.length) await nextTurn(timers)
      }
    },
  }
}

const isSame = (one: Webhook, other: Webhook): boolean =>
  one.crossing === other.crossing &&
  one.firedAtMs === other.firedAtMs &&
  one.holding?.heldMs === other.holding?.heldMs &&
  one.holding?.seenAtMs === other.holding?.seenAtMs &&
  one.deferred === other.deferred &&
  one.digestDay === other.digestDay

/** The store of an open transaction: with it everything is written, or nothing. */
type OpenStore = Pick<SharedWebhookStore, 'watchedWebhooks' | 'storeFired' | 'saveLastValues'>

export type EvaluateInTransaction = (store: OpenStore, snapshot: MarketSnapshot) => Promise<readonly string[]>

/** Resolves with the ids of webhooks that have something to send. A repeat with the same data changes nothing. */
export function createEvaluateInTransaction(ports: EvaluationPorts): EvaluateInTransaction {
  return async (store, snapshot) => {
    const { webhooks, lastValues } = await store.watchedWebhooks(snapshot.fiat)
    const values = new Map<string, number>()
    const { evaluate } = createWebhookEvaluator({
      ...ports,
      makeId: ({ id }, event) => deliveryIdOf(event === 'digest' ? `${id} digest` : id, snapshot.version),
      lastValues: {
        of: ({ id }) => lastValues.get(id) ?? null,
        recordValue: ({ id }, value) => void values.set(id, value),
      },
    })
    const changed: Webhook[] = []
    const fired: Delivery[] = []
    for await (const found of evaluate(webhooks, snapshot)) {
      changed.push(...found.webhooks)
      fired.push(...found.deliveries)
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
