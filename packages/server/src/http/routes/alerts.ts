import {
  activateWebhookSecret,
  confirmInbox,
  createInbox,
  createWebhook,
  deleteInbox,
  deleteWebhook,
  type EndpointName,
  getWebhook,
  isoTime,
  listDeliveries,
  listInboxes,
  listWebhooks,
  resendDelivery,
  rotateWebhookSecret,
  stopInbox,
  stopOnPage,
  testWebhook,
  toDeliveryResponse,
  toInboxResponse,
  toWebhookResponse,
  updateWebhook,
} from '@p2p-rates/contract'
import { accountOf } from '../../accounts/actor.js'
import type { ChannelService, CreatedChannel } from '../../alerts/channels/channel-service.js'
import type { WebhookOperations, WebhookWithSecret } from '../../alerts/webhooks/webhook-operations.js'
import { done, handle, type ImplementationsOf, type RouteHandler } from '../route-handler.js'
import type { CurrentMarket } from './current-market.js'

export const inboxEndpoints = (
  inboxes: ChannelService,
): ImplementationsOf<Extract<EndpointName, `inboxes.${string}`>> => ({
  'inboxes.list': handle(listInboxes, async ({ actor }) => ({
    answer: { inboxes: (await inboxes.list(accountOf(actor).id)).map(toInboxResponse), kinds: inboxes.kinds },
  })),
  'inboxes.create': handle(createInbox, async ({ body, actor }) => ({
    answer: withStart(await inboxes.create(accountOf(actor), body)),
  })),
  'inboxes.delete': handle(deleteInbox, ({ params, actor }) => done(inboxes.delete(accountOf(actor).id, params.id))),
})

export const inboxPageEndpoints = (
  inboxes: ChannelService,
): ImplementationsOf<'inbox-confirmations.create' | 'inbox-stops.create'> => ({
  'inbox-confirmations.create': handle(confirmInbox, async ({ body }) => ({
    answer: { name: (await inboxes.confirm(body.token)).name ?? '' },
  })),
  'inbox-stops.create': handle(stopOnPage, ({ body }) => done(inboxes.stop(body.id))),
})

export const stopEndpoint = (inboxes: ChannelService): RouteHandler =>
  handle(stopInbox, ({ params }) => done(inboxes.stop(params.id)))

const withStart = ({ inbox, start }: CreatedChannel) => ({
  ...toInboxResponse(inbox),
  start: start && { code: start.code, link: start.link, ends_at: isoTime(start.endsAtMs) },
})

export const webhookEndpoints = (
  operations: WebhookOperations,
  { requireCollected }: CurrentMarket,
): ImplementationsOf<Extract<EndpointName, `webhooks.${string}`>> => ({
  'webhooks.create': handle(createWebhook, async ({ body, actor, operationId }) => {
    requireCollected(body.fiat)
    return { answer: withSecret(await operations.create(accountOf(actor), body, operationId)) }
  }),
  'webhooks.list': handle(listWebhooks, async ({ actor }) => ({
    answer: { webhooks: (await operations.list(accountOf(actor).id)).map(toWebhookResponse) },
  })),
  'webhooks.get': handle(getWebhook, async ({ params, actor }) => ({
    answer: toWebhookResponse(await operations.get(accountOf(actor).id, params.id)),
  })),
  'webhooks.update': handle(updateWebhook, async ({ params, body, actor }) => ({
    answer: toWebhookResponse(await operations.update(accountOf(actor), params.id, body)),
  })),
  'webhooks.delete': handle(deleteWebhook, ({ params, actor }) =>
    done(operations.delete(accountOf(actor).id, params.id)),
  ),
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
