import type { ScriptRunner } from '../../../base/redis/redis.js'
import { createChannelSender } from '../channel-sender.js'
import { systemResolve } from '../connect-to-receiver.js'
import { createPlanLimitEnforcer } from '../enforce-plan-limits.js'
import { privateBounds, usualBounds } from '../host-caps.js'
import type { LockableWebhookStore } from '../lockable-webhook-store.js'
import { createPostToReceiver } from '../post-to-receiver.js'
import { warnOfUnreadableSecrets } from '../warn-of-unreadable-secrets.js'
import { createWebhookOperations } from '../webhook-operations.js'
import type { WebhookService, WebhookServicePorts } from '../webhook-service.js'
import { createEvaluateInTransaction, type EvaluateInTransaction } from './evaluate-in-transaction.js'
import { createSharedDispatcher } from './shared-dispatcher.js'
import { createSharedHostCaps } from './shared-host-caps.js'
import type { SharedWebhookStore } from './shared-webhook-store.js'

/** The same door on each of several servers. Evaluation is the leader's, within the transaction in which it publishes. */
export interface SharedWebhookService extends Omit<WebhookService, 'settled'> {
  readonly evaluateInTransaction: EvaluateInTransaction
}

type SharedWebhookServicePorts = Omit<WebhookServicePorts, 'store'> & {
  store: SharedWebhookStore
  redis: ScriptRunner
  /** Below this name servers over the same data count together. */
  clusterId: string
  /** Number of servers, including this one. */
  servers: () => number
}

export function createSharedWebhookService(ports: SharedWebhookServicePorts): SharedWebhookService {
  const { store, allowPrivate, publicUrl, random = Math.random } = ports
  const post = ports.post ?? createPostToReceiver({ resolve: systemResolve, allowPrivate, publicUrl })
  const hosts = createSharedHostCaps({ ...ports, bounds: allowPrivate ? privateBounds : usualBounds })
  const dispatcher = createSharedDispatcher({
    ...ports,
    post,
    sendToChannel: createChannelSender(ports.inboxes),
    random,
    hosts,
  })
  // Each operation is a single database transaction, so it needs no further lock.
  const records: LockableWebhookStore = { ...store, runExclusive: (work) => work() }
  const plans = createPlanLimitEnforcer({ ...ports, records })
  const operations = createWebhookOperations({ ...ports, records, dispatcher, publicUrl })

  const resume = async (): Promise<void> => {
    await warnOfUnreadableSecrets(ports)
    await plans.enforceAllPlanLimits()
  }

  return {
    operations,
    evaluateInTransaction: createEvaluateInTransaction(ports),
    // The publication has already stored the fired deliveries, so only poll for them.
    onSnapshot: dispatcher.pollDue,
    webhookChanged: ({ webhookId, state }) => {
      if (state === 'enabled') dispatcher.pollDue()
      else if (state === 'disabled') dispatcher.drop(webhookId)
      else dispatcher.forget(webhookId)
    },
    planChanged: ({ id }) => plans.fit(id),
    start: async () => {
      await resume()
      dispatcher.start()
    },
    reload: resume,
    stop: dispatcher.stop,
  }
}
