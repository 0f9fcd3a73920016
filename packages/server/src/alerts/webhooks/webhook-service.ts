import type { Account } from '../../accounts/account-and-key-store.js'
import type { ChannelService } from '../channels/channel-service.js'
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
import { createEnabledWebhooks } from './enabled-webhooks.js'
import { createLocalHostCaps, createSharedHostCaps, privateBounds, usualBounds } from './host-caps.js'
import { createPlanLimitEnforcer } from './plan-limits.js'
import { createPostToReceiver, type PostToReceiver } from './post-to-receiver.js'
import { createSender } from './send-delivery.js'
import { createEvaluateInTransaction } from './webhook-evaluator.js'
import { createWebhookOperations } from './webhook-operations.js'
import type { WebhookChanged, WebhookStore } from './webhook-store.js'

export type WebhookServicePorts = Omit<AlertsPorts, 'mails' | 'config' | 'prices' | 'countVisit'> & {
  readonly config: Pick<AlertsPorts['config'], 'PRIVATE_RECEIVERS' | 'PUBLIC_URL' | 'PLANS'>
  readonly channels: Pick<ChannelService, 'isOpenFor' | 'send'>
}

/** Given by tests. */
type Replaced = { readonly random?: () => number; readonly post?: PostToReceiver }

export function createWebhookService(ports: WebhookServicePorts, replaced: Replaced = {}) {
  const { runtime, config, store, shared, market, pastPrices, secretBox, events, channels } = ports
  const { PRIVATE_RECEIVERS: allowPrivate, PUBLIC_URL: publicUrl, PLANS: plans } = config
  const alone = shared === null ? createEnabledWebhooks(ports, () => pollDue(dispatcher)) : null
  const webhooks = shared?.store ?? alone?.store ?? store.webhooks
  const dispatcher = openDispatcher(ports, webhooks, replaced)
  const context = {
    store: webhooks,
    dispatcher,
    secretBox,
    plans,
    clock: runtime.clock,
    receivers: { allowPrivate, publicUrl },
    channels,
    publishEvent: events.publish,
  }
  const planLimits = createPlanLimitEnforcer(context, store.keys)
  let cancelRenewal = () => {}

  const load = async (): Promise<void> => {
    await alone?.load()
    await warnOfUnreadableSecrets(ports)
    await renewManualSends(dispatcher)
    // Also after a restore.
    await planLimits.enforceAllPlanLimits()
    pollDue(dispatcher)
  }

  return {
    operations: createWebhookOperations(context),
    /** Holds new data against the webhooks. Of several servers, the publishing one has done so: they have to send only. */
    onSnapshot: alone?.onSnapshot ?? (() => pollDue(dispatcher)),
    evaluateInTransaction: createEvaluateInTransaction({ market, pastPrices, runtime }),
    settled: async (): Promise<void> => alone?.settled(),
    planChanged: ({ id }: Account) => planLimits.enforcePlanLimit(id),
    webhookChanged: ({ webhookId, state }: WebhookChanged): void => {
      if (state === 'enabled') pollDue(dispatcher)
      else if (state === 'disabled') dropQueue(dispatcher, webhookId)
      else {
        forgetQueue(dispatcher, webhookId)
        alone?.forget(webhookId)
      }
    },
    start: async (): Promise<void> => {
      await load()
      if (shared !== null)
        cancelRenewal = runtime.repeat(30_000, 'it is not written down who sends by hand', () =>
          renewManualSends(dispatcher),
        )
    },
    reload: async (): Promise<void> => {
      if (alone !== null) forgetAllQueues(dispatcher)
      await load()
    },
    stop: async (): Promise<void> => {
      alone?.stop()
      cancelRenewal()
      await stopDispatcher(dispatcher)
      await alone?.settled()
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

async function warnOfUnreadableSecrets({ store, secretBox, runtime }: WebhookServicePorts): Promise<void> {
  const enabled = await store.webhooks.enabled()
  const unreadable = enabled.filter(({ id, sealedSecret }) => !secretBox.canOpen(sealedSecret, id))
  if (unreadable.length > 0)
    runtime.log.error('webhook secrets were sealed with another master key: these webhooks cannot be signed', {
      count: unreadable.length,
    })
}
