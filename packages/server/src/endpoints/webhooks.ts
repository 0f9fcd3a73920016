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
import { accountOf } from '../accounts/actor.js'
import { type ImplementationsOf, implement } from '../http/implement.js'
import type { WebhookOperations, WebhookWithSecret } from '../webhooks/operations.js'

export const webhookEndpoints = (
  operations: WebhookOperations,
): ImplementationsOf<Extract<EndpointName, `webhooks.${string}`>> => ({
  'webhooks.create': implement(createWebhook, async ({ body, actor, operationId }) => ({
    answer: withSecret(await operations.create(accountOf(actor), body, operationId)),
  })),
  'webhooks.list': implement(listWebhooks, async ({ actor }) => ({
    answer: { webhooks: (await operations.list(accountOf(actor).id)).map(presentWebhook) },
  })),
  'webhooks.get': implement(getWebhook, async ({ params, actor }) => ({
    answer: presentWebhook(await operations.get(accountOf(actor).id, params.id)),
  })),
  'webhooks.update': implement(updateWebhook, async ({ params, body, actor }) => ({
    answer: presentWebhook(await operations.update(accountOf(actor), params.id, body)),
  })),
  'webhooks.delete': implement(deleteWebhook, async ({ params, actor }) => {
    await operations.delete(accountOf(actor).id, params.id)
    return { nothing: true }
  }),
  'webhooks.test': implement(testWebhook, async ({ params, actor, operationId }) => ({
    answer: presentDelivery(await operations.test(accountOf(actor).id, params.id, operationId)),
  })),
  'webhooks.rotate-secret': implement(rotateWebhookSecret, async ({ params, body, actor, operationId }) => ({
    answer: withSecret(await operations.rotateSecret(accountOf(actor).id, params.id, body.overlap_hours, operationId)),
  })),
  'webhooks.activate-secret': implement(activateWebhookSecret, async ({ params, actor }) => ({
    answer: presentWebhook(await operations.activateSecret(accountOf(actor).id, params.id)),
  })),
  'webhooks.deliveries': implement(listDeliveries, async ({ params, actor }) => ({
    answer: { deliveries: (await operations.deliveries(accountOf(actor).id, params.id)).map(presentDelivery) },
  })),
  'webhooks.resend': implement(resendDelivery, async ({ params, actor }) => ({
    answer: presentDelivery(await operations.resend(accountOf(actor).id, params.id, params.delivery_id)),
  })),
})

const withSecret = ({ webhook, secret }: WebhookWithSecret) => ({
  ...presentWebhook(webhook),
  ...(secret === null ? {} : { secret }),
})
