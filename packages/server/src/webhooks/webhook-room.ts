import type { PlanName } from '@p2p-rates/contract'
import { includesPlan } from '@p2p-rates/contract'
import type { TrustRules } from '@p2p-rates/core'
import type { Account } from '../accounts/account.js'
import { randomText } from '../accounts/key-format.js'
import type { PlanTable } from '../accounts/plan-table.js'
import type { Clock } from '../clock.js'
import { faultFields, type Log } from '../log/log.js'
import type { MarketSnapshot } from '../market/latest-markets.js'
import type { Timers } from '../timers.js'
import { cancelled, createCourier } from './courier.js'
import { systemResolve } from './dial.js'
import { createEvaluator } from './evaluate.js'
import { createOperations, type WebhookOperations } from './operations.js'
import { createPost, type Post } from './post.js'
import { createRecords } from './records.js'
import { createSeal, readMasterKey } from './seal.js'
import type { Webhook, WebhookStore } from './webhook-store.js'

/** Everything about webhooks behind one door. */
export interface WebhookRoom {
  readonly operations: WebhookOperations
  onSnapshot(snapshot: MarketSnapshot): void
  /** Resolves when every snapshot handed in so far has been evaluated and written down. */
  settled(): Promise<void>
  planChanged(account: Account): Promise<void>
  /** Takes up what was waiting when the process ended. */
  start(): Promise<void>
  /** The data on disk were replaced. */
  reload(): Promise<void>
  stop(): Promise<void>
}

export const createWebhookRoom = (ports: {
  store: WebhookStore
  dataDir: string
  masterKey: string | undefined
  allowPrivate: boolean
  plans: PlanTable
  rules: TrustRules
  clock: Clock
  timers: Timers
  log: Log
  onAttempt: (outcome: string) => void
  random?: () => number
  post?: Post
}): WebhookRoom => {
  const { store, plans, rules, clock, log, allowPrivate, random = Math.random } = ports
  const post = ports.post ?? createPost({ resolve: systemResolve, allowPrivate })
  const seal = createSeal(readMasterKey(ports.dataDir, ports.masterKey))
  const records = createRecords(store)
  const evaluator = createEvaluator({ rules, makeId: () => `dl_${randomText(22)}`, wallMs: () => clock.wallMs() })
  const courier = createCourier({ ...ports, records, post, seal, random })
  const operations = createOperations({ store, records, courier, seal, clock, allowPrivate, forget: evaluator.forget })

  const evaluate = async (snapshot: MarketSnapshot): Promise<void> => {
    const { changed, fired } = evaluator.evaluate(records.ofFiat(snapshot.fiat), snapshot)
    if (changed.length === 0) return
    // Written down before the first attempt; if that fails, nothing has happened and the next data ask again.
    await store.commitFirings(changed, fired)
    for (const webhook of changed) records.put(webhook)
    courier.enqueue(fired)
  }

  /** Pings that a crash cut short have missed their moment; events go on where they were. */
  const takeUpPending = async (): Promise<void> => {
    const pending = await store.pending()
    const late = pending.filter(({ once }) => once)
    if (late.length > 0)
      await store.commitAttempt(
        late.map((delivery) => ({ ...delivery, state: 'exhausted', nextAttemptAtMs: null, lastFault: 'interrupted' })),
        null,
      )
    courier.enqueue(pending.filter(({ once }) => !once))
  }

  const setEnabled = async (webhook: Webhook, enabled: boolean): Promise<void> => {
    const next: Webhook = enabled
      ? { ...webhook, enabled, disabledReason: null, consecutiveFailures: 0, crossing: 'unknown' }
      : { ...webhook, enabled, disabledReason: 'plan' }
    await store.commitAttempt(enabled ? [] : courier.waitingFor(webhook.id).map(cancelled), next)
    records.put(next)
    if (!enabled) courier.drop(webhook.id)
  }

  return {
    operations,
    onSnapshot: (snapshot) => {
      records
        .alone(() => evaluate(snapshot))
        .catch((error: unknown) =>
          log.error('webhooks were not evaluated', { fiat: snapshot.fiat, ...faultFields(error) }),
        )
    },
    settled: () => records.alone(async () => {}),
    planChanged: (account) =>
      records.alone(async () => {
        const room = allowedWebhooks(account.plan, plans)
        const all = await store.list(account.id)
        for (const [index, stored] of all.entries()) {
          const webhook = records.get(stored.id) ?? stored
          if (webhook.enabled && index >= room) await setEnabled(webhook, false)
          if (webhook.disabledReason === 'plan' && index < room) await setEnabled(webhook, true)
        }
      }),
    start: async () => {
      await records.load()
      await takeUpPending()
    },
    reload: () =>
      records.alone(async () => {
        courier.dropAll()
        await records.load()
        await takeUpPending()
      }),
    stop: () => courier.stop(),
  }
}

const allowedWebhooks = (plan: PlanName, plans: PlanTable): number =>
  includesPlan(plan, 'Pro') ? plans[plan].webhooks : 0
