import type { Account } from '../../accounts/account-and-key-store.js'
import { randomText } from '../../accounts/tokens.js'
import { faultFields } from '../../base/log/log.js'
import type { MarketSnapshot } from '../../market/market-snapshot.js'
import type { ChannelService } from '../channels/channel-service.js'
import { repeatManualSendRenewal } from '../jobs.js'
import type { AlertsPorts } from '../open-alerts.js'
import { systemResolve } from './connect-to-receiver.js'
import {
  createDispatcher,
  dropQueue,
  forgetAllQueues,
  forgetQueue,
  pollDue,
  renewManualSends,
  stopDispatcher,
} from './dispatcher.js'
import {
  createEnabledWebhooks,
  enabledIn,
  loadEnabled,
  remember,
  rememberingStore,
  runAlone,
} from './enabled-webhooks.js'
import { createLocalHostCaps, createSharedHostCaps, privateBounds, usualBounds } from './host-caps.js'
import { createLastMeasurements } from './last-measurements.js'
import { createPlanLimitEnforcer } from './plan-limits.js'
import { createPostToReceiver, type PostToReceiver } from './post-to-receiver.js'
import { createSender } from './send-delivery.js'
import { createEvaluateInTransaction, createWebhookEvaluator } from './webhook-evaluator.js'
import { createWebhookOperations } from './webhook-operations.js'
import type { WebhookChanged, WebhookStore } from './webhook-store.js'

export type WebhookServicePorts = Omit<AlertsPorts, 'mails' | 'config' | 'prices' | 'countVisit'> & {
  readonly config: Pick<AlertsPorts['config'], 'PRIVATE_RECEIVERS' | 'PUBLIC_URL' | 'PLANS'>
  readonly channels: Pick<ChannelService, 'isOpenFor' | 'send'>
}

/** Given by tests. */
type Replaced = { readonly random?: () => number; readonly post?: PostToReceiver }

/** Webhooks of a server that is alone with its data, or of one of several. */
export function createWebhookService(ports: WebhookServicePorts, replaced: Replaced = {}) {
  const { runtime, config, store, shared, market, pastPrices, secretBox, events, channels } = ports
  const { PRIVATE_RECEIVERS: allowPrivate, PUBLIC_URL: publicUrl, PLANS: plans } = config
  const alone = shared === null ? createEnabledWebhooks(store.webhooks) : null
  const webhooks = alone === null ? (shared?.store ?? store.webhooks) : rememberingStore(alone)
  const dispatcher = openDispatcher(ports, webhooks, replaced)
  const planLimits = createPlanLimitEnforcer({
    store: webhooks,
    accounts: store.keys,
    plans,
    clock: runtime.clock,
    publishEvent: events.publish,
  })
  const aloneEvaluation = alone && createAloneEvaluation(alone, ports, () => pollDue(dispatcher))
  let cancelRenewal = () => {}

  const load = async (): Promise<void> => {
    await aloneEvaluation?.load()
    await warnOfUnreadableSecrets(ports)
    await renewManualSends(dispatcher)
    // Also after a restore.
    await planLimits.enforceAllPlanLimits()
    pollDue(dispatcher)
  }

  return {
    operations: createWebhookOperations({
      store: webhooks,
      dispatcher,
      secretBox,
      plans,
      clock: runtime.clock,
      receivers: { allowPrivate, publicUrl },
      channels,
      publishEvent: events.publish,
    }),
    /** Holds new data against the webhooks. Of several servers, the publishing one has done so: they have to send only. */
    onSnapshot: aloneEvaluation?.onSnapshot ?? (() => pollDue(dispatcher)),
    evaluateInTransaction: createEvaluateInTransaction({ market, pastPrices, runtime }),
    /** Resolves once every snapshot received up to now is evaluated and stored. */
    settled: async (): Promise<void> => void (alone && (await runAlone(alone, async () => {}))),
    planChanged: ({ id }: Account) => planLimits.enforcePlanLimit(id),
    webhookChanged: ({ webhookId, state }: WebhookChanged): void => {
      if (state === 'enabled') pollDue(dispatcher)
      else if (state === 'disabled') dropQueue(dispatcher, webhookId)
      else {
        forgetQueue(dispatcher, webhookId)
        aloneEvaluation?.forget(webhookId)
      }
    },
    start: async (): Promise<void> => {
      await load()
      if (shared !== null) cancelRenewal = repeatManualSendRenewal(runtime, dispatcher)
    },
    reload: async (): Promise<void> => {
      if (alone !== null) forgetAllQueues(dispatcher)
      await load()
    },
    /** Stops sending; resolves once the running attempts are stored. */
    stop: async (): Promise<void> => {
      aloneEvaluation?.stop()
      cancelRenewal()
      await stopDispatcher(dispatcher)
      if (alone !== null) await runAlone(alone, async () => {})
    },
  }
}

function openDispatcher(
  { runtime, config, shared, secretBox, channels, events }: WebhookServicePorts,
  store: WebhookStore,
  { random = Math.random, post }: Replaced,
) {
  const { PRIVATE_RECEIVERS: allowPrivate, PUBLIC_URL: publicUrl } = config
  const bounds = allowPrivate ? privateBounds : usualBounds
  return createDispatcher({
    store,
    send: createSender({
      post: post ?? createPostToReceiver({ resolve: systemResolve, allowPrivate, publicUrl }),
      channels,
      secretBox,
      runtime,
      onAttempt: events.onAttempt,
    }),
    hosts:
      shared === null
        ? createLocalHostCaps({ clock: runtime.clock, bounds: () => bounds })
        : createSharedHostCaps({ ...shared, clock: runtime.clock, bounds }),
    runtime,
    random,
  })
}

/** Evaluates the enabled webhooks in memory after each publication. */
function createAloneEvaluation(
  memory: ReturnType<typeof createEnabledWebhooks>,
  { runtime, store: { webhooks: store }, market, pastPrices }: WebhookServicePorts,
  onFired: () => void,
) {
  const { log } = runtime
  const lastValues = createLastMeasurements(store, (error) =>
    log.debug('the last values of webhooks are not written down yet', faultFields(error)),
  )
  const makeId = () => `dl_${randomText(22)}`
  const evaluator = createWebhookEvaluator({ market, pastPrices, runtime, lastValues, makeId })
  let isStopped = false

  const evaluate = async (snapshot: MarketSnapshot): Promise<void> => {
    for await (const { changed, fired } of evaluator.evaluate(enabledIn(memory, snapshot.fiat), snapshot)) {
      // Stored before the first attempt. If that fails, nothing has happened, and the next data are evaluated again.
      await store.save(changed, fired)
      remember(memory, changed)
      if (fired.length > 0) onFired()
    }
    await lastValues.save(snapshot.fiat)
  }

  return {
    onSnapshot: (snapshot: MarketSnapshot): void => {
      if (isStopped) return
      runAlone(memory, () => evaluate(snapshot)).catch((error: unknown) =>
        log.error('webhooks were not evaluated', { fiat: snapshot.fiat, ...faultFields(error) }),
      )
    },
    load: () =>
      runAlone(memory, async () => {
        await loadEnabled(memory)
        await lastValues.load()
      }),
    forget: lastValues.forget,
    stop: (): void => {
      isStopped = true
    },
  }
}

async function warnOfUnreadableSecrets({ store, secretBox, runtime }: WebhookServicePorts): Promise<void> {
  const enabled = await store.webhooks.enabled()
  const unreadable = enabled.filter(({ id, sealedSecret }) => !secretBox.canOpen(sealedSecret, id))
  if (unreadable.length > 0)
    runtime.log.error('webhook secrets were sealed with another master key: these webhooks cannot be signed', {
      count: unreadable.length,
    })
}
