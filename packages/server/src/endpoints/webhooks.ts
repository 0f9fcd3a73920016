import {
  activateWebhookSecret,
  createWebhook,
  deleteWebhook,
  type EndpointName,
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
import { type ImplementationsOf, implement } from '../http/implement.js'
import type { WebhookOperations, WebhookWithSecret } from '../webhooks/operations.js'
import type { MethodMarkets } from './method-markets.js'

export const webhookEndpoints = (
  operations: WebhookOperations,
  methodMarkets: Pick<MethodMarkets, 'refuseUnknown'>,
): ImplementationsOf<Extract<EndpointName, `webhooks.${string}`>> => ({
  'webhooks.create': implement(createWebhook, async ({ body, caller, operationId }) => {
    if (body.payment_method !== undefined) methodMarkets.refuseUnknown(body.payment_method)
    return { answer: withSecret(await operations.create(caller.state, body, operationId)) }
  }),
  'webhooks.list': implement(listWebhooks, async ({ caller }) => ({
    answer: { webhooks: (await operations.list(caller.key.accountId)).map(presentWebhook) },
  })),
  'webhooks.get': implement(getWebhook, async ({ params, caller }) => ({
    answer: presentWebhook(await operations.get(caller.key.accountId, params.id)),
  })),
  'webhooks.update': implement(updateWebhook, async ({ params, body, caller }) => ({
    answer: presentWebhook(await operations.update(caller.state, params.id, body)),
  })),
  'webhooks.delete': implement(deleteWebhook, async ({ params, caller }) => {
    await operations.delete(caller.key.accountId, params.id)
    return { nothing: true }
  }),
  'webhooks.test': implement(testWebhook, async ({ params, caller, operationId }) => ({
    answer: presentDelivery(await operations.test(caller.key.accountId, params.id, operationId)),
  })),
  'webhooks.rotate-secret': implement(rotateWebhookSecret, async ({ params, body, caller, operationId }) => ({
    answer: withSecret(await operations.rotateSecret(caller.key.accountId, params.id, body.overlap_hours, operationId)),
  })),
  'webhooks.activate-secret': implement(activateWebhookSecret, async ({ params, caller }) => ({
    answer: presentWebhook(await operations.activateSecret(caller.key.accountId, params.id)),
  })),
  'webhooks.deliveries': implement(listDeliveries, async ({ params, caller }) => ({
    answer: { deliveries: (await operations.deliveries(caller.key.accountId, params.id)).map(presentDelivery) },
  })),
  'webhooks.resend': implement(resendDelivery, async ({ params, caller }) => ({
    answer: presentDelivery(await operations.resend(caller.key.accountId, params.id, params.delivery_id)),
  })),
})

const withSecret = ({ webhook, secret }: WebhookWithSecret) => ({
  ...presentWebhook(webhook),
  ...(secret === null ? {} : { secret }),
})
