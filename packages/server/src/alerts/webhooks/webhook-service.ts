import type { TrustRules } from '@p2p-rates/core'
import type { Account, AccountAndKeyStore } from '../../accounts/account-and-key-store.js'
import type { PlanTable } from '../../accounts/actor.js'
import { randomText } from '../../accounts/tokens.js'
import { faultFields, type Log } from '../../base/log/log.js'
import type { Clock } from '../../base/time/clock.js'
import type { Timers } from '../../base/time/timers.js'
import type { MarketSnapshot } from '../../market/market-snapshot.js'
import type { PriceOriginFlags } from '../../market/price-origin.js'
import type { ChannelService } from '../channels/channel-service.js'
import { createChannelSender } from './channel-sender.js'
import { systemResolve } from './connect-to-receiver.js'
import { createDispatcher } from './dispatcher.js'
import { createPlanLimitEnforcer } from './enforce-plan-limits.js'
import { createLocalHostCaps, privateBounds, usualBounds } from './host-caps.js'
import { createLastMeasurements } from './last-measurements.js'
import { createPostToReceiver, type PostToReceiver } from './post-to-receiver.js'
import type { SecretBox } from './secret-box.js'
import { givenUp, interrupted } from './settle-delivery-attempt.js'
import { warnOfUnreadableSecrets } from './warn-of-unreadable-secrets.js'
import { createWebhookCache } from './webhook-cache.js'
import type { PublishWebhookEvent, WebhookChanged } from './webhook-changed.js'
import { createWebhookEvaluator } from './webhook-evaluator.js'
import { createWebhookOperations, type WebhookOperations } from './webhook-operations.js'
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
  accounts: Pick<AccountAndKeyStore, 'findAccount'>
  secretBox: SecretBox
  allowPrivate: boolean
  /** Address at which clients reach this server; never allowed as a receiver. */
  publicUrl?: string | undefined
  plans: PlanTable
  rules: TrustRules
  clock: Clock
  timers: Timers
  log: Log
  publishEvent: PublishWebhookEvent
  onAttempt: (outcome: string) => void
  /** Repeated in every event, since a receiver sees no header of ours that says it. */
  priceMarks: () => PriceOriginFlags
  random?: () => number
  post?: PostToReceiver
  inboxes: Pick<ChannelService, 'isOpenFor' | 'send'>
}

/** Service for a server that owns its webhooks exclusively. */
export function createWebhookService(ports: WebhookServicePorts): WebhookService {
  const { store, clock, log, publishEvent, secretBox, allowPrivate, publicUrl, random = Math.random } = ports
  const post = ports.post ?? createPostToReceiver({ resolve: systemResolve, allowPrivate, publicUrl })
  const records = createWebhookCache(store, (error) =>
    log.error('the outcome of a webhook attempt is not written down yet', faultFields(error)),
  )
  const lastValues = createLastMeasurements(store, (error) =>
    log.debug('the last values of webhooks are not written down yet', faultFields(error)),
  )
  const evaluator = createWebhookEvaluator({ ...ports, makeId: () => `dl_${randomText(22)}`, lastValues })
  const dispatcher = createDispatcher({
    ...ports,
    records,
    post,
    sendToChannel: createChannelSender(ports.inboxes),
    random,
    hosts: createLocalHostCaps({ clock, bounds: () => (allowPrivate ? privateBounds : usualBounds) }),
  })
  const plans = createPlanLimitEnforcer({ ...ports, records })
  const operations = createWebhookOperations({
    store,
    records,
    dispatcher,
    secretBox,
    plans: ports.plans,
    clock,
    allowPrivate,
    publicUrl,
    publishEvent,
    inboxes: ports.inboxes,
  })
  let stopped = false

  const evaluate = async (snapshot: MarketSnapshot): Promise<void> => {
    for await (const { changed, fired } of evaluator.evaluate(records.ofFiat(snapshot.fiat), snapshot)) {
      // Written down before the first attempt; if that fails, nothing has happened and the next data ask again.
      await records.save(changed, fired)
      dispatcher.enqueue(fired)
    }
    await lastValues.save(snapshot.fiat)
  }

  const load = async (): Promise<void> => {
    await records.load()
    await lastValues.load()
    await warnOfUnreadableSecrets(ports)
    await resumePending()
    // Also after a restore.
    await plans.enforceAllPlanLimits()
  }

  /** Events go on where they were. Pings that a crash cut short have missed their moment. */
  const resumePending = async (): Promise<void> => {
    const pending = await store.pending()
    const isLive = ({ webhookId, once }: Delivery) => !once && records.get(webhookId) !== undefined
    const ended = pending
      .filter((delivery) => !isLive(delivery))
      .map((delivery) => (delivery.once ? interrupted(delivery) : givenUp(delivery, 'cancelled')))
    if (ended.length > 0) await records.save([], ended)
    dispatcher.enqueue(pending.filter(isLive))
  }

  return {
    operations,
    onSnapshot: (snapshot) => {
      if (stopped) return
      records
        .runExclusive(() => evaluate(snapshot))
        .catch((error: unknown) =>
          log.error('webhooks were not evaluated', { fiat: snapshot.fiat, ...faultFields(error) }),
        )
    },
    settled: () => records.runExclusive(async () => {}),
    webhookChanged: ({ webhookId, state }) => {
      if (state === 'enabled') dispatcher.wake(webhookId)
      else if (state === 'disabled') dispatcher.drop(webhookId)
      else {
        dispatcher.forget(webhookId)
        lastValues.forget(webhookId)
      }
    },
    planChanged: ({ id }) => records.runExclusive(() => plans.fit(id)),
    start: () => records.runExclusive(load),
    reload: () =>
      records.runExclusive(async () => {
        dispatcher.forgetAll()
        await load()
      }),
    stop: async () => {
      stopped = true
      await dispatcher.stop()
      await records.runExclusive(records.flushUnflushed)
    },
  }
}
