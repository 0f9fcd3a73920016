import {
  activateWebhookSecret,
  createWebhook,
  deleteWebhook,
  type EndpointName,
  getWebhook,
  listDeliveries,
  listWebhooks,
  resendDelivery,
  rotateWebhookSecret,
  testWebhook,
  toDeliveryResponse,
  toWebhookResponse,
  updateWebhook,
} from '@p2p-rates/contract'
import { accountOf } from '../../accounts/actor.js'
import type { WebhookOperations, WebhookWithSecret } from '../../alerts/webhooks/webhook-operations.js'
import { handle, type ImplementationsOf } from '../route-handler.js'

export const webhookEndpoints = (
  operations: WebhookOperations,
): ImplementationsOf<Extract<EndpointName, `webhooks.${string}`>> => ({
  'webhooks.create': handle(createWebhook, async ({ body, actor, operationId }) => ({
    answer: withSecret(await operations.create(accountOf(actor), body, operationId)),
  })),
  'webhooks.list': handle(listWebhooks, async ({ actor }) => ({
    answer: { webhooks: (await operations.list(accountOf(actor).id)).map(toWebhookResponse) },
  })),
  'webhooks.get': handle(getWebhook, async ({ params, actor }) => ({
    answer: toWebhookResponse(await operations.get(accountOf(actor).id, params.id)),
  })),
  'webhooks.update': handle(updateWebhook, async ({ params, body, actor }) => ({
    answer: toWebhookResponse(await operations.update(accountOf(actor), params.id, body)),
  })),
  'webhooks.delete': handle(deleteWebhook, async ({ params, actor }) => {
    await operations.delete(accountOf(actor).id, params.id)
    return { nothing: true }
  }),
  'webhooks.test': handle(testWebhook, async ({ params, actor, operationId }) => ({
    answer: toDeliveryResponse(await operations.test(accountOf(actor).id, params.id, operationId)),
  })),
  'webhooks.rotate-secret': handle(rotateWebhookSecret, async ({ params, body, actor, operationId }) => ({
    answer: withSecret(await operations.rotateSecret(accountOf(actor).id, params.id, body.overlap_hours, operationId)),
  })),
  'webhooks.activate-secret': handle(activateWebhookSecret, async ({ params, actor }) => ({
    answer: toWebhookResponse(await operations.activateSecret(accountOf(actor).id, params.id)),
  })),
  'webhooks.deliveries': handle(listDeliveries, async ({ params, actor }) => ({
    answer: { deliveries: (await operations.deliveries(accountOf(actor).id, params.id)).map(toDeliveryResponse) },
  })),
  'webhooks.resend': handle(resendDelivery, async ({ params, actor }) => ({
    answer: toDeliveryResponse(await operations.resend(accountOf(actor).id, params.id, params.delivery_id)),
  })),
})

const withSecret = ({ webhook, secret }: WebhookWithSecret) => ({
  ...toWebhookResponse(webhook),
  ...(secret === null ? {} : { secret }),
})
