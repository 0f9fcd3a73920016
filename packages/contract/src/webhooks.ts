import type { ExchangeId, Fiat } from '@p2p-rates/core'
import { z } from 'zod'
import { defineEndpoint } from './endpoint.js'
import { type WebhookEventKind, webhookEventKinds } from './events.js'
import type { Input, InputsOf } from './input.js'
import { fiat, largestAmount, optionalExchange, paymentMethod } from './parameters.js'
import {
  type Delivery,
  deliverySchema,
  type Webhook,
  type WebhookWithSecret,
  webhookSchema,
  webhookWithSecretSchema,
} from './webhook.js'

/** Body of `webhooks.create`. */
export type NewWebhook = {
  /** HTTPS address of the receiver. */
  readonly url: string
  /** `spread`: net profit of the best opportunity rises to the threshold. `best_buy` falls, `best_sell` rises to it. */
  readonly event: WebhookEventKind
  /** Percent for `spread`, a price for the others. */
  readonly threshold: number
  /** Fiat to go round with; 1000 when absent. Only `spread` uses it. */
  readonly amount?: number
  /** UAH when absent. */
  readonly fiat?: Fiat
  readonly exchange?: ExchangeId
  readonly payment_method?: string
  readonly hysteresis?: number
  readonly description?: string
}

/** Body of `webhooks.update`: what is absent stays as it is. */
export type WebhookChange = {
  readonly url?: string
  readonly threshold?: number
  readonly amount?: number
  /** `true` also forgets past failures. Nothing that happened meanwhile is sent. */
  readonly enabled?: boolean
  readonly description?: string
}

export type WebhookList = { readonly webhooks: readonly Webhook[] }
export type DeliveryList = { readonly deliveries: readonly Delivery[] }

/** A price is above zero; a net profit in percent may be anything a person would ask for. */
export const thresholdObjection = (event: WebhookEventKind, threshold: number): string | null =>
  event === 'spread' || threshold > 0 ? null : 'a price above 0 for this event'

const longestDescription = 200
const longestUrl = 2048

const url: Input<string> = {
  schema: z
    .string()
    .max(longestUrl)
    .refine(URL.canParse)
    .meta({
      description: 'HTTPS address of the receiver, on port 443 or above 1023, without user name. It must be public.',
      format: 'uri',
      examples: ['https://example.com/hooks/p2p'],
    }),
  expects: `a web address of at most ${longestUrl} characters`,
  refusal: 'invalid_webhook_url',
}

const event: Input<WebhookEventKind> = {
  schema: z.enum(webhookEventKinds).meta({
    description:
      'spread: the net profit of the best opportunity, in percent, rises to the threshold. best_buy: the best price to buy falls to it. best_sell: the best price to sell rises to it.',
    examples: ['spread'],
  }),
  expects: `one of ${webhookEventKinds.join(', ')}`,
  refusal: 'unsupported_event',
}

const threshold: Input<number> = {
  schema: z
    .number()
    .min(-100)
    .max(largestAmount)
    .meta({ description: 'Percent for `spread`, a price for the others.', examples: [0.5] }),
  expects: 'a number, from -100 up',
  rule: (value, before) => thresholdObjection((before.get('event') ?? 'spread') as WebhookEventKind, value),
}

const amountSchema = z.number().positive().max(largestAmount)
const amountMeta = { description: 'Fiat to go round with. Only `spread` uses it.', examples: [10000] }
const amountExpects = 'a number above 0'

const descriptionSchema = z
  .string()
  .refine((text) => [...text].length <= longestDescription)
  .optional()
  .meta({ description: 'A note for yourself.', maxLength: longestDescription })
const description: Input<string | undefined> = {
  schema: descriptionSchema,
  expects: `at most ${longestDescription} characters`,
}

/** Whatever cannot be an id is as unknown as any other. */
const id = (what: string): Input<string> => ({
  schema: z
    .string()
    .min(1)
    .max(64)
    .meta({ description: `Id of the ${what}.` }),
  expects: 'an id',
  refusal: 'not_found',
})

const ofWebhook = { id: id('webhook') }
const stored = 'storage_unavailable'

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
  description: 'Tell the desk',
  enabled: true,
  disabled_reason: null,
  consecutive_failures: 0,
  created_at: '2026-11-21T10:00:00.000Z',
  last_delivery: { status: 204, at: '2026-11-21T10:05:13.000Z' },
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

export const createWebhook = defineEndpoint({
  name: 'webhooks.create',
  method: 'POST',
  path: '/webhooks',
  plan: 'Pro',
  summary: 'Register a webhook',
  description:
    'Registers a signed callback that fires when a value crosses the threshold. The secret is in this answer and nowhere else: store it first.',
  body: {
    url,
    event,
    threshold,
    amount: { schema: amountSchema.default(1000).meta(amountMeta), expects: amountExpects },
    fiat,
    exchange: optionalExchange('Only the prices of this exchange count.'),
    payment_method: paymentMethod,
    hysteresis: {
      schema: z
        .number()
        .min(0)
        .max(largestAmount)
        .optional()
        .meta({ description: 'How far the value must move back before it can fire again.' }),
      expects: 'a number from 0 up',
    },
    description,
  } satisfies InputsOf<NewWebhook>,
  status: 201,
  answer: webhookWithSecretSchema,
  example: exampleWithSecret,
  errors: ['webhook_limit', stored],
  idempotent: true,
})

export const listWebhooks = defineEndpoint({
  name: 'webhooks.list',
  method: 'GET',
  path: '/webhooks',
  plan: 'Pro',
  summary: 'All webhooks of the account',
  description: 'The oldest first.',
  answer: z.object({ webhooks: z.array(webhookSchema) }).meta({ id: 'WebhookList' }) satisfies z.ZodType<WebhookList>,
  example: { webhooks: [exampleWebhook] },
  errors: [stored],
})

export const getWebhook = defineEndpoint({
  name: 'webhooks.get',
  method: 'GET',
  path: '/webhooks/{id}',
  plan: 'Pro',
  summary: 'One webhook',
  description: 'Its settings, whether it is enabled, and its last delivery.',
  params: ofWebhook,
  answer: webhookSchema,
  example: exampleWebhook,
  errors: [stored],
})

export const updateWebhook = defineEndpoint({
  name: 'webhooks.update',
  method: 'PATCH',
  path: '/webhooks/{id}',
  plan: 'Pro',
  summary: 'Change, enable or disable a webhook',
  description: 'What is absent stays as it is. Enabling forgets past failures; what happened meanwhile is not sent.',
  params: ofWebhook,
  body: {
    url: { ...url, schema: url.schema.optional() },
    threshold: { schema: threshold.schema.optional(), expects: threshold.expects },
    amount: { schema: amountSchema.optional().meta(amountMeta), expects: amountExpects },
    enabled: { schema: z.boolean().optional(), expects: 'true or false' },
    description,
  } satisfies InputsOf<WebhookChange>,
  answer: webhookSchema,
  example: exampleWebhook,
  errors: [stored],
})

export const deleteWebhook = defineEndpoint({
  name: 'webhooks.delete',
  method: 'DELETE',
  path: '/webhooks/{id}',
  plan: 'Pro',
  summary: 'Delete a webhook',
  description: 'Nothing is sent to it from now on; its deliveries are forgotten.',
  params: ofWebhook,
  status: 204,
  answer: z.undefined(),
  example: undefined,
  errors: [stored],
})

export const testWebhook = defineEndpoint({
  name: 'webhooks.test',
  method: 'POST',
  path: '/webhooks/{id}/test',
  plan: 'Pro',
  summary: 'Send a ping',
  description:
    'Sends a signed `ping` to the receiver, once. It neither counts as a failure nor waits behind other events.',
  params: ofWebhook,
  status: 202,
  answer: deliverySchema,
  example: { ...examplePending, event: 'ping' },
  errors: [stored],
  idempotent: true,
})

export const rotateWebhookSecret = defineEndpoint({
  name: 'webhooks.rotate-secret',
  method: 'POST',
  path: '/webhooks/{id}/rotate-secret',
  plan: 'Pro',
  summary: 'Replace the secret',
  description: 'Answers with a new secret, shown only here.',
  params: ofWebhook,
  answer: webhookWithSecretSchema,
  example: exampleWithSecret,
  errors: [stored],
  idempotent: true,
})

export const listDeliveries = defineEndpoint({
  name: 'webhooks.deliveries',
  method: 'GET',
  path: '/webhooks/{id}/deliveries',
  plan: 'Pro',
  summary: 'What was sent, and what became of it',
  description: 'The newest 100 of the last 30 days, newest first.',
  params: ofWebhook,
  answer: z
    .object({ deliveries: z.array(deliverySchema).max(100) })
    .meta({ id: 'DeliveryList' }) satisfies z.ZodType<DeliveryList>,
  example: { deliveries: [exampleDelivery] },
  errors: [stored],
})

export const resendDelivery = defineEndpoint({
  name: 'webhooks.resend',
  method: 'POST',
  path: '/webhooks/{id}/deliveries/{delivery_id}/resend',
  plan: 'Pro',
  summary: 'Send a delivery again',
  description: 'The same id and the same bytes, with a new time and signature.',
  params: { ...ofWebhook, delivery_id: id('delivery') },
  status: 202,
  answer: deliverySchema,
  example: examplePending,
  errors: [stored],
  idempotent: true,
})
