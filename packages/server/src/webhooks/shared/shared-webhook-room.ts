import type { Redis } from '../../redis/redis.js'
import { systemResolve } from '../dial.js'
import { createPlanFitting } from '../fit-plans.js'
import { privateBounds, usualBounds } from '../host-caps.js'
import { createOperations } from '../operations.js'
import { createPost } from '../post.js'
import type { Records } from '../records.js'
import { createToInbox } from '../to-inbox.js'
import { warnOfUnreadableSecrets } from '../unreadable-secrets.js'
import type { WebhookRoom, WebhookRoomPorts } from '../webhook-room.js'
import { createEvaluateWithin, type EvaluateWithin } from './evaluate-within.js'
import { createSharedCourier } from './shared-courier.js'
import { createSharedHostCaps } from './shared-host-caps.js'
import type { SharedWebhookStore } from './shared-webhook-store.js'

/** The same door on each of several servers. Evaluation is the leader's, within the transaction in which it publishes. */
export interface SharedWebhookRoom extends Omit<WebhookRoom, 'settled'> {
  readonly evaluateWithin: EvaluateWithin
}

type SharedWebhookRoomPorts = Omit<WebhookRoomPorts, 'store'> & {
  store: SharedWebhookStore
  redis: Pick<Redis, 'run'>
  /** Below this name servers over the same data count together. */
  clusterId: string
  /** How many servers there are, this one among them. */
  servers: () => number
}

export function createSharedWebhookRoom(ports: SharedWebhookRoomPorts): SharedWebhookRoom {
  const { store, allowPrivate, publicUrl, random = Math.random } = ports
  const post = ports.post ?? createPost({ resolve: systemResolve, allowPrivate, publicUrl })
  const hosts = createSharedHostCaps({ ...ports, bounds: allowPrivate ? privateBounds : usualBounds })
  const courier = createSharedCourier({ ...ports, post, toInbox: createToInbox(ports.inboxes), random, hosts })
  // Whatever is asked for is one step in the database, whoever else is at it.
  const records: Records = { ...store, alone: (work) => work() }
  const plans = createPlanFitting({ ...ports, records })
  const operations = createOperations({ ...ports, records, courier, publicUrl })

  const takeUp = async (): Promise<void> => {
    await warnOfUnreadableSecrets(ports)
    await plans.fitAll()
  }

  return {
    operations,
    evaluateWithin: createEvaluateWithin(ports),
    // What it made webhooks fire was written down with it.
    onSnapshot: courier.look,
    webhookChanged: ({ webhookId, state }) => {
      if (state === 'enabled') courier.look()
      else if (state === 'disabled') courier.drop(webhookId)
      else courier.forget(webhookId)
    },
    planChanged: ({ id }) => plans.fit(id),
    start: async () => {
      await takeUp()
      courier.start()
    },
    reload: takeUp,
    stop: courier.stop,
  }
}
