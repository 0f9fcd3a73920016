import type { Confidence } from '@p2p-rates/core'
import { z } from 'zod'
import { type DomainOf, toWire } from '../../endpoint/to-wire.js'
import { ownWords, typed } from '../../endpoint/type-names.js'
import { isoTime, wireCount, wireExchange, wireFiat, wireMoney, wireTime } from '../../endpoint/wire-schemas.js'
import type {
  Delivery,
  DeliveryState,
  DisabledReason,
  Webhook,
  WebhookEventKind,
  WebhookWithSecret,
} from '../../generated/types.js'
import { wireConfidenceLevel } from '../prices/confidence.js'
import { scheduleWords } from './schedule-inputs.js'
import { webhookEventKinds } from './stream-and-webhook-events.js'

/** `blocked`, `refused`, `stopped`: state of the inbox of this webhook. */
const disabledReasons = ['failures', 'gone', 'user', 'plan', 'blocked', 'refused', 'stopped', 'expired'] as const

/** `superseded`: a newer event took its place. `exhausted`: every attempt failed. `cancelled`: the webhook is gone. */
const deliveryStates = ['pending', 'delivered', 'superseded', 'exhausted', 'cancelled'] as const

const id = z.string().meta({ examples: ['wh_4fT9kQ2m'] })
const httpStatus = z.int().min(100).max(599).nullable().meta({ description: 'HTTP status of the receiver, or null.' })

const record = z.object({
  id,
  url: z.string().meta({ description: 'The receiver, or `inbox:` and the id of an inbox.' }),
  event: ownWords('WebhookEventKind', webhookEventKinds).meta({ description: 'Event that fires the webhook.' }),
  fiat: wireFiat,
  exchange: wireExchange.nullable().meta({ description: 'Only this exchange counts; null = all.' }),
  payment_method: z.string().nullable().meta({ description: 'Only ads with this method count; null = all.' }),
  threshold: z.number().meta({ description: 'Percent for `spread`, otherwise a price.' }),
  amount: wireMoney.nullable().meta({ description: 'Amount of the round trip, in fiat; only `spread` uses it.' }),
  hysteresis: z
    .number()
    .min(0)
    .nullable()
    .meta({ description: 'Distance that the value must move back before firing again; null = default.' }),
  fill_amount: wireMoney
    .nullable()
    .meta({ description: 'Fiat amount whose average price is compared; null = the best price.' }),
  min_confidence: wireConfidenceLevel
    .nullable()
    .meta({ description: 'Minimum confidence of a price that may fire; null = medium.' }),
  hold_seconds: wireCount
    .nullable()
    .meta({ description: 'Seconds that the value must stay beyond the threshold; null = 0.' }),
  quiet_hours: z
    .string()
    .nullable()
    .meta({ description: `${scheduleWords.quiet_hours} Null = none.` }),
  digest_time: z
    .string()
    .nullable()
    .meta({ description: `${scheduleWords.digest_time} Null = no digest.` }),
  tz: z.string().meta({ description: scheduleWords.tz, examples: ['Europe/Kyiv'] }),
  expires_at: wireTime.nullable().meta({ description: `${scheduleWords.expires_at} Null = never.` }),
  description: z.string().nullable(),
  enabled: z.boolean(),
  disabled_reason: ownWords('DisabledReason', disabledReasons).nullable(),
  consecutive_failures: wireCount,
  created_at: wireTime,
  last_delivery: z.object({ status: httpStatus, at: wireTime }).meta({ id: 'LastDelivery' }).nullable(),
  old_secret_expires_at: wireTime
    .nullable()
    .meta({ description: 'Time until which the old secret also signs; null with one secret.' }),
})

export const webhookSchema: z.ZodType<Webhook> = record.meta({ id: 'Webhook', description: 'A registered callback.' })

export const webhookWithSecretSchema: z.ZodType<WebhookWithSecret> = record
  .extend({
    secret: z
      .string()
      .exactOptional()
      .meta({ description: 'Shown only in this answer. Absent if an Idempotency-Key replays an earlier answer.' }),
  })
  .meta({ id: 'WebhookWithSecret', description: 'A webhook with its secret. Store the secret first.' })

export const deliverySchema: z.ZodType<Delivery> = z
  .object({
    id: z.string().meta({ examples: ['dl_9sK3vB7x'] }),
    webhook_id: id,
    event: typed("LooseEnum<WebhookEventKind | 'digest' | 'ping'>", z.enum([...webhookEventKinds, 'digest', 'ping'])),
    created_at: wireTime,
    state: ownWords('DeliveryState', deliveryStates).meta({ description: 'superseded: a newer event took its place.' }),
    attempts: wireCount,
    next_attempt_at: wireTime.nullable(),
    last_attempt_at: wireTime.nullable(),
    last_status: httpStatus,
    last_fault: z
      .string()
      .nullable()
      .meta({ description: 'Reason for a missing status, such as timeout, tls, no_public_address or network.' }),
    last_duration_ms: wireCount.nullable(),
  })
  .meta({ id: 'Delivery', description: 'One event on its way to a receiver, with its newest attempt.' })

type StoredFields = 'event' | 'minConfidence' | 'disabledReason' | 'lastDelivery' | 'oldSecretExpiresAtMs'

export type WebhookInput = Omit<DomainOf<Webhook>, StoredFields> & {
  readonly event: WebhookEventKind
  readonly confidence: Exclude<Confidence, 'low'> | null
  readonly disabledReason: DisabledReason | null
  readonly lastDelivery: { readonly status: number | null; readonly atMs: number } | null
  readonly previousSecret: { readonly untilMs: number } | null
}

export const toWebhookResponse = (webhook: WebhookInput): Webhook =>
  toWire(webhookSchema, {
    ...webhook,
    minConfidence: webhook.confidence,
    lastDelivery: webhook.lastDelivery && {
      status: webhook.lastDelivery.status,
      at: isoTime(webhook.lastDelivery.atMs),
    },
    oldSecretExpiresAtMs: webhook.previousSecret?.untilMs ?? null,
  })

export type DeliveryInput = Omit<DomainOf<Delivery>, 'event' | 'state'> & {
  readonly event: string
  readonly state: DeliveryState
}

export const toDeliveryResponse = (delivery: DeliveryInput): Delivery =>
  toWire(deliverySchema, {
    ...delivery,
    lastDurationMs: delivery.lastDurationMs === null ? null : Math.round(delivery.lastDurationMs),
  })
