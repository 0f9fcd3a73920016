import type { TrustRules } from '@p2p-rates/core'
import type { Clock } from '../../../base/time/clock.js'
import type { Timers } from '../../../base/time/timers.js'
import type { MarketSnapshot } from '../../../market/market-snapshot.js'
import type { PriceOriginFlags } from '../../../market/price-origin.js'
import { createWebhookEvaluator } from '../webhook-evaluator.js'
import type { Delivery, Webhook } from '../webhook-store.js'
import { deliveryIdOf } from './delivery-id.js'
import type { SharedWebhookStore } from './shared-webhook-store.js'

/** The store of an open transaction: with it everything is written, or nothing. */
type OpenStore = Pick<SharedWebhookStore, 'watchedWebhooks' | 'storeFired' | 'saveLastValues'>

export type EvaluateInTransaction = (store: OpenStore, snapshot: MarketSnapshot) => Promise<readonly string[]>

/**
 * Holds the webhooks of one currency against its new data within the transaction that publishes these. Resolves with the
 * ids of webhooks that have something to send. Nothing is remembered: done again with the same data it changes nothing.
 */
export function createEvaluateInTransaction(ports: {
  rules: TrustRules
  priceMarks: () => PriceOriginFlags
  clock: Clock
  timers: Timers
}): EvaluateInTransaction {
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
