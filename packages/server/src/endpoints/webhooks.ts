import {
  activateWebhookSecret,
  createWebhook,
  deleteWebhook,
  getWebhook,
  listDeliveries,
  listWebhooks,
  presentDelivery,
  presentWebhook,
  resendDelivery,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
} from '@p2p-rates/contract'
import { type Implementation, implement } from '../http/implement.js'
import type { WebhookOperations, WebhookWithSecret } from '../webhooks/operations.js'
import type { MethodMarkets } from './method-markets.js'

export const webhookEndpoints = (
  operations: WebhookOperations,
  methodMarkets: Pick<MethodMarkets, 'refuseUnknown'>,
): readonly Implementation[] => [
  implement(createWebhook, async ({ body, caller, operationId }) => {
    if (body.payment_method !== undefined) methodMarkets.refuseUnknown(body.payment_method)
    return { answer: withSecret(await operations.create(caller.state, body, operationId)) }
  }),
  implement(listWebhooks, async ({ caller }) => ({
    answer: { webhooks: (await operations.list(caller.key.accountId)).map(presentWebhook) },
  })),
  implement(getWebhook, async ({ params, caller }) => ({
    answer: presentWebhook(await operations.get(caller.key.accountId, params.id)),
  })),
  implement(updateWebhook, async ({ params, body, caller }) => ({
    answer: presentWebhook(await operations.update(caller.state, params.id, body)),
  })),
  implement(deleteWebhook, async ({ params, caller }) => {
    await operations.delete(caller.key.accountId, params.id)
    return { nothing: true }
  }),
  implement(testWebhook, async ({ params, caller, operationId }) => ({
    answer: presentDelivery(await operations.test(caller.key.accountId, params.id, operationId)),
  })),
  implement(rotateWebhookSecret, async ({ params, body, caller, operationId }) => ({
    answer: withSecret(await operations.rotateSecret(caller.key.accountId, params.id, body.overlap_hours, operationId)),
  })),
  implement(activateWebhookSecret, async ({ params, caller }) => ({
    answer: presentWebhook(await operations.activateSecret(caller.key.accountId, params.id)),
  })),
  implement(listDeliveries, async ({ params, caller }) => ({
    answer: { deliveries: (await operations.deliveries(caller.key.accountId, params.id)).map(presentDelivery) },
  })),
  implement(resendDelivery, async ({ params, caller }) => ({
    answer: presentDelivery(await operations.resend(caller.key.accountId, params.id, params.delivery_id)),
  })),
]

const withSecret = ({ webhook, secret }: WebhookWithSecret) => ({
  ...presentWebhook(webhook),
  ...(secret === null ? {} : { secret }),
})
