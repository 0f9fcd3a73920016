import { z } from 'zod'
import { id } from '../../endpoint/common-inputs.js'
import { columnsOf, tableOf } from '../../endpoint/csv.js'
import { defineEndpoint, forKeys, withoutAnswer } from '../../endpoint/define-endpoint.js'
import { changeRule } from '../../endpoint/patch-inputs.js'
import type { Delivery, DeliveryList, Webhook, WebhookList, WebhookWithSecret } from '../../generated/types.js'
import { newWebhook, secretRotation, webhookChange } from './webhook-inputs.js'
import { deliverySchema, webhookSchema, webhookWithSecretSchema } from './webhook-shape.js'

const ofWebhook = { id: id('webhook') }

const exampleWebhook: Webhook = {
  id: 'wh_4fT9kQ2m',
  url: 'https://example.com/hooks/p2p',
  event: 'spread',
  fiat: 'UAH',
  exchange: null,
  payment_method: null,
  threshold: 0.5,
  amount: 10000,
  hysteresis: null,
  fill_amount: null,
  min_confidence: null,
  hold_seconds: null,
  quiet_hours: null,
  digest_time: null,
  tz: 'UTC',
  expires_at: null,
  description: 'Tell the desk',
  enabled: true,
  disabled_reason: null,
  consecutive_failures: 0,
  created_at: '2026-11-21T10:00:00.000Z',
  last_delivery: { status: 204, at: '2026-11-21T10:05:13.000Z' },
  old_secret_expires_at: null,
}

const exampleWithSecret: WebhookWithSecret = {
  ...exampleWebhook,
  last_delivery: null,
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw0123456789a=',
}

const exampleDelivery: Delivery = {
  id: 'dl_9sK3vB7x',
  webhook_id: 'wh_4fT9kQ2m',
  event: 'spread',
  created_at: '2026-11-21T10:05:13.000Z',
  state: 'delivered',
  attempts: 1,
  next_attempt_at: null,
  last_attempt_at: '2026-11-21T10:05:13.000Z',
  last_status: 204,
  last_fault: null,
  last_duration_ms: 87,
}

const examplePending: Delivery = {
  ...exampleDelivery,
  state: 'pending',
  attempts: 0,
  next_attempt_at: '2026-11-21T10:05:13.000Z',
  last_attempt_at: null,
  last_status: null,
  last_duration_ms: null,
}

const shared = { ...forKeys('Pro', 'session'), errors: ['storage_unavailable'] } as const

/**
 * The secret is missing if the first answer was lost and the request repeated. `rotateSecret` with `overlap_hours: 0` then
 * gives a new one.
 *
 * @example
 * const { id, secret } = await p2p.webhooks.create({ url: 'https://example.com/hook', event: 'best_buy', threshold: 41 })
 */
export const createWebhook = defineEndpoint({
  ...shared,
  name: 'webhooks.create',
  method: 'POST',
  path: '/webhooks',
  summary: 'Register a webhook',
  description:
    'Registers a signed callback that fires when a value crosses the threshold. The secret is shown only in this answer: store it first.',
  inputType: 'NewWebhookFields',
  body: newWebhook,
  status: 201,
  answer: webhookWithSecretSchema,
  example: exampleWithSecret,
  errors: ['webhook_limit', 'storage_unavailable'],
  idempotent: true,
})

/** @group Signed callbacks when a price or the best opportunity reaches a threshold. */
export const listWebhooks = defineEndpoint({
  ...shared,
  name: 'webhooks.list',
  method: 'GET',
  path: '/webhooks',
  summary: 'All webhooks of the account',
  description: 'Returns the webhooks of the account, oldest first.',
  answer: z.object({ webhooks: z.array(webhookSchema) }).meta({ id: 'WebhookList' }) satisfies z.ZodType<WebhookList>,
  example: { webhooks: [exampleWebhook] },
  table: tableOf(
    columnsOf(webhookSchema, { without: ['old_secret_expires_at'] }),
    ({ webhooks }: WebhookList) => webhooks,
  ),
})

export const getWebhook = defineEndpoint({
  ...shared,
  name: 'webhooks.get',
  method: 'GET',
  path: '/webhooks/{id}',
  summary: 'One webhook',
  description: 'Returns the settings of the webhook, whether it is enabled, and its last delivery.',
  params: ofWebhook,
  answer: webhookSchema,
  example: exampleWebhook,
})

export const updateWebhook = defineEndpoint({
  ...shared,
  name: 'webhooks.update',
  method: 'PATCH',
  path: '/webhooks/{id}',
  summary: 'Change, enable or disable a webhook',
  description: `${changeRule} Enabling resets the failure count; events missed meanwhile are not sent.`,
  params: ofWebhook,
  inputType: 'WebhookChange',
  body: webhookChange,
  answer: webhookSchema,
  example: exampleWebhook,
})

export const deleteWebhook = defineEndpoint({
  ...shared,
  name: 'webhooks.delete',
  method: 'DELETE',
  path: '/webhooks/{id}',
  summary: 'Delete a webhook',
  description: 'Stops all sending and deletes the delivery log.',
  params: ofWebhook,
  ...withoutAnswer,
})

export const testWebhook = defineEndpoint({
  ...shared,
  name: 'webhooks.test',
  method: 'POST',
  path: '/webhooks/{id}/test',
  summary: 'Send a ping',
  description:
    'Sends a signed `ping` to the receiver once. A failed ping is not counted, and a ping does not wait for other events. At most 10 pings and resends an hour per webhook. A request while a ping is waiting returns that ping.',
  params: ofWebhook,
  status: 202,
  answer: deliverySchema,
  example: { ...examplePending, event: 'ping' },
  idempotent: true,
})

/**
 * Give `unwrapWebhook` both secrets, or call `activateSecret` as soon as your receiver knows the new one.
 *
 * @example
 * const { secret } = await p2p.webhooks.rotateSecret(id, { overlap_hours: 2 })
 */
export const rotateWebhookSecret = defineEndpoint({
  ...shared,
  name: 'webhooks.rotate-secret',
  method: 'POST',
  path: '/webhooks/{id}/rotate-secret',
  summary: 'Replace the secret',
  description:
    'Returns a new secret, shown only in this answer. Until `old_secret_expires_at` the header `webhook-signature` carries both signatures and `X-Service-Signature` uses the old secret, so that no event is missed. `activate-secret` ends this immediately. With `overlap_hours` 0 only the new secret signs: use it for a leaked or lost secret.',
  params: ofWebhook,
  inputType: 'SecretRotation',
  body: secretRotation,
  bodyOptional: true,
  answer: webhookWithSecretSchema,
  example: { ...exampleWithSecret, old_secret_expires_at: '2026-11-22T10:00:00.000Z' },
  idempotent: true,
})

export const activateWebhookSecret = defineEndpoint({
  ...shared,
  name: 'webhooks.activate-secret',
  method: 'POST',
  path: '/webhooks/{id}/activate-secret',
  summary: 'Sign with the new secret alone',
  description:
    'Ends a rotation: the old secret stops signing. Call it when your receiver knows the new secret. Without a rotation, the call changes nothing.',
  params: ofWebhook,
  answer: webhookSchema,
  example: exampleWebhook,
  idempotent: true,
})

export const listDeliveries = defineEndpoint({
  ...shared,
  name: 'webhooks.deliveries',
  method: 'GET',
  path: '/webhooks/{id}/deliveries',
  summary: 'List deliveries and their results',
  description: 'Returns the newest 100 deliveries of the last 30 days, newest first. Older deliveries are deleted.',
  params: ofWebhook,
  answer: z
    .object({ deliveries: z.array(deliverySchema).max(100) })
    .meta({ id: 'DeliveryList' }) satisfies z.ZodType<DeliveryList>,
  example: { deliveries: [exampleDelivery] },
  table: tableOf(columnsOf(deliverySchema, { without: ['webhook_id'] }), ({ deliveries }: DeliveryList) => deliveries),
})

export const resendDelivery = defineEndpoint({
  ...shared,
  name: 'webhooks.resend',
  method: 'POST',
  path: '/webhooks/{id}/deliveries/{delivery_id}/resend',
  summary: 'Send a delivery again',
  description:
    'Sends the same id and bytes with a new time and signature. The next attempt of a delivery that still waits is made at once. At most 10 pings and resends an hour per webhook.',
  params: { ...ofWebhook, delivery_id: id('delivery') },
  status: 202,
  answer: deliverySchema,
  example: examplePending,
  idempotent: true,
})
