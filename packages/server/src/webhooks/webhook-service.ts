import type { TrustRules } from '@p2p-rates/core'
import type { Account } from '../accounts/account.js'
import { randomText } from '../accounts/key-format.js'
import type { KeyStore } from '../accounts/key-store.js'
import type { PlanTable } from '../accounts/plan-table.js'
import type { ChannelService } from '../channels/channel-service.js'
import { faultFields, type Log } from '../log/log.js'
import type { MarketSnapshot } from '../market/market-snapshot.js'
import type { PriceMarks } from '../market/price-marks.js'
import type { Clock } from '../time/clock.js'
import type { Timers } from '../time/timers.js'
import { givenUp, interrupted } from './attempt.js'
import { createToInbox } from './channel-sender.js'
import { systemResolve } from './connect.js'
import { createDispatcher } from './dispatcher.js'
import { createPlanFitting } from './enforce-plan-limits.js'
import { createEvaluator } from './evaluate.js'
import { createOwnHostCaps, privateBounds, usualBounds } from './host-caps.js'
import { createLastMeasurements } from './last-measurements.js'
import { createOperations, type WebhookOperations } from './operations.js'
import type { Seal } from './secret-box.js'
import { createPost, type Post } from './send.js'
import { warnOfUnreadableSecrets } from './unreadable-secrets.js'
import { createWebhookCache } from './webhook-cache.js'
import type { TellOfWebhooks, WebhookChanged } from './webhook-changed.js'
import type { Delivery, WebhookStore } from './webhook-store.js'

export interface WebhookService {
  readonly operations: WebhookOperations
  onSnapshot(snapshot: MarketSnapshot): void
  /** Resolves once every snapshot received up to now is evaluated and stored. */
  settled(): Promise<void>
  planChanged(account: Account): Promise<void>
  webhookChanged(event: WebhookChanged): void
  start(): Promise<void>
  reload(): Promise<void>
  /** Stops sending; resolves once the running attempts are stored. */
  stop(): Promise<void>
}

export type WebhookServicePorts = {
  store: WebhookStore
  accounts: Pick<KeyStore, 'findAccount'>
  seal: Seal
  allowPrivate: boolean
  /** Address at which clients reach this server; never allowed as a receiver. */
  publicUrl?: string | undefined
  plans: PlanTable
  rules: TrustRules
  clock: Clock
  timers: Timers
  log: Log
  tell: TellOfWebhooks
  onAttempt: (outcome: string) => void
  /** Repeated in every event, since a receiver sees no header of ours that says it. */
  priceMarks: () => PriceMarks
  random?: () => number
  post?: Post
  inboxes: Pick<ChannelService, 'isOpenFor' | 'send'>
}

/** Service for a server that owns its webhooks exclusively. */
export function createWebhookService(ports: WebhookServicePorts): WebhookService {
  const { store, clock, log, tell, seal, allowPrivate, publicUrl, random = Math.random } = ports
  const post = ports.post ?? createPost({ resolve: systemResolve, allowPrivate, publicUrl })
  const records = createWebhookCache(store, (error) =>
    log.error('the outcome of a webhook attempt is not written down yet', faultFields(error)),
  )
  const lastValues = createLastMeasurements(store, (error) =>
    log.debug('the last values of webhooks are not written down yet', faultFields(error)),
  )
  const evaluator = createEvaluator({ ...ports, makeId: () => `dl_${randomText(22)}`, lastValues })
  const courier = createDispatcher({
    ...ports,
    records,
    post,
    toInbox: createToInbox(ports.inboxes),
    random,
    hosts: createOwnHostCaps({ clock, bounds: () => (allowPrivate ? privateBounds : usualBounds) }),
  })
  const plans = createPlanFitting({ ...ports, records })
  const operations = createOperations({
    store,
    records,
    courier,
    seal,
    plans: ports.plans,
    clock,
    allowPrivate,
    publicUrl,
    tell,
    inboxes: ports.inboxes,
  })
  let stopped = false

  const evaluate = async (snapshot: MarketSnapshot): Promise<void> => {
    for await (const { changed, fired } of evaluator.evaluate(records.ofFiat(snapshot.fiat), snapshot)) {
      // Written down before the first attempt; if that fails, nothing has happened and the next data ask again.
      await records.save(changed, fired)
      courier.enqueue(fired)
    }
    await lastValues.save(snapshot.fiat)
  }

  const load = async (): Promise<void> => {
    await records.load()
    await lastValues.load()
    await warnOfUnreadableSecrets(ports)
    await takeUpPending()
    // Also after a restore.
    await plans.fitAll()
  }

  /** Events go on where they were. Pings that a crash cut short have missed their moment. */
  const takeUpPending = async (): Promise<void> => {
    const pending = await store.pending()
    const isLive = ({ webhookId, once }: Delivery) => !once && records.get(webhookId) !== undefined
    const over = pending
      .filter((delivery) => !isLive(delivery))
      .map((delivery) => (delivery.once ? interrupted(delivery) : givenUp(delivery, 'cancelled')))
    if (over.length > 0) await records.save([], over)
    courier.enqueue(pending.filter(isLive))
  }

  return {
    operations,
    onSnapshot: (snapshot) => {
      if (stopped) return
      records
        .alone(() => evaluate(snapshot))
        .catch((error: unknown) =>
          log.error('webhooks were not evaluated', { fiat: snapshot.fiat, ...faultFields(error) }),
        )
    },
    settled: () => records.alone(async () => {}),
    webhookChanged: ({ webhookId, state }) => {
      if (state === 'enabled') courier.wake(webhookId)
      else if (state === 'disabled') courier.drop(webhookId)
      else {
        courier.forget(webhookId)
        lastValues.forget(webhookId)
      }
    },
    planChanged: ({ id }) => records.alone(() => plans.fit(id)),
    start: () => records.alone(load),
    reload: () =>
      records.alone(async () => {
        courier.forgetAll()
        await load()
      }),
    stop: async () => {
      stopped = true
      await courier.stop()
      await records.alone(records.payDebts)
    },
  }
}
