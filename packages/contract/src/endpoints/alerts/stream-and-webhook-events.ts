import { z } from 'zod'
import { type Header, type NamesOf, textHeader } from '../../endpoint/headers.js'
import { typed, typeNames } from '../../endpoint/type-names.js'
import { wireFiat, wireMoney, wireTime } from '../../endpoint/wire-schemas.js'
import type { SpreadEvent, WebhookEvent } from '../../generated/types.js'
import { arbitrageExample, opportunitySchema } from '../prices/arbitrage.js'
import { bestPriceSchema } from '../prices/best-price.js'
import { digestData } from './digest-event.js'

export const streamTimes = { retryMs: 5_000, heartbeatMs: 15_000, lifetimeMs: 3_600_000 } as const

export const streamEventText = (version: string, json: string): string =>
  `event: rates\nid: ${version}\nretry: ${streamTimes.retryMs}\ndata: ${json}\n\n`

/** Precedes each event whose prices come from simulated exchanges. Programs skip it, people at a terminal see it. */
export const simulatedComment = ': simulated, these prices never existed\n'

export const replayComment = ': replay, these prices are of the past\n'

export const webhookEventKinds = ['spread', 'best_buy', 'best_sell'] as const

const marks = {
  simulated: z
    .literal(true)
    .exactOptional()
    .meta({ description: 'Present only if the exchanges are simulated: these prices never existed.' }),
  replay: z
    .literal(true)
    .exactOptional()
    .meta({ description: 'Present only if an archive is replayed: these prices are past.' }),
}

export const crossing = z
  .object({
    webhook_id: z.string(),
    fiat: wireFiat,
    threshold: z.number(),
    direction: typed("'up' | 'down'", z.enum(['up', 'down'])).meta({
      description: 'up: the value rose to the threshold. down: it fell to the threshold.',
    }),
    value: z.number().meta({ description: 'The net profit in percent, or the price.' }),
    previous_value: z.number().nullable().meta({ description: 'The value before; null for the first.' }),
    updated_at: wireTime,
    payment_method: z
      .string()
      .exactOptional()
      .meta({ description: 'Payment method of the webhook, if it has one: only ads with it counted.' }),
    after_quiet_hours: z
      .object({
        value: z.number().nullable().meta({ description: 'The value after the quiet hours; null if there is none.' }),
        updated_at: wireTime,
      })
      .exactOptional()
      .meta({
        description:
          'Present only if the value reached the threshold in quiet hours and has moved back since. The other fields then describe the newest crossing in the quiet hours.',
      }),
    ...marks,
  })
  .meta({ description: 'The value that reached the threshold, and how it moved.' })
  .register(typeNames, { type: 'CrossingData' })
const envelope = { id: z.string().meta({ description: 'Event id, the same on every attempt.' }), created_at: wireTime }

export const webhookEvent: z.ZodType<WebhookEvent> = z
  .discriminatedUnion('event', [
    z
      .object({
        event: z.literal('spread'),
        data: crossing.extend({ amount: wireMoney, route: opportunitySchema }),
        ...envelope,
      })
      .meta({ id: 'SpreadEvent' }),
    z
      .object({
        event: typed("'best_buy' | 'best_sell'", z.enum(['best_buy', 'best_sell'])),
        data: crossing.extend({
          best: bestPriceSchema,
          fill_amount: wireMoney
            .exactOptional()
            .meta({ description: 'Amount in fiat whose average price is `value`, if the webhook sets one.' }),
        }),
        ...envelope,
      })
      .meta({ id: 'BestPriceEvent' }),
    z
      .object({ event: z.literal('digest'), data: digestData.extend(marks), ...envelope })
      .meta({ id: 'DigestEvent', description: 'Sent once a day if the webhook has a `digest_time`.' }),
    z
      .object({ event: z.literal('ping'), data: z.object({ webhook_id: z.string() }), ...envelope })
      .meta({ id: 'PingEvent', description: 'Sent on request to test a receiver.' }),
  ])
  .meta({ id: 'WebhookEvent', description: 'The body of a delivery. The same bytes on every attempt.' })

export const webhookEventExample: SpreadEvent = {
  event: 'spread',
  data: {
    webhook_id: 'wh_4fT9kQ2m',
    fiat: 'UAH',
    threshold: 0.2,
    direction: 'up',
    value: 0.26,
    previous_value: 0.11,
    updated_at: '2026-11-21T10:05:12.000Z',
    amount: 10000,
    route: arbitrageExample,
  },
  id: 'dl_9sK3vB7x',
  created_at: '2026-11-21T10:05:13.000Z',
}

/** Every delivery carries two signatures. Receivers check the one they know. */
export const deliveryHeaders = {
  event: textHeader('X-Service-Event', 'spread', 'Kind of the event.'),
  timestamp: textHeader('X-Service-Timestamp', '1795255513', 'Unix seconds of this attempt.'),
  signature: textHeader(
    'X-Service-Signature',
    'sha256=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd',
    '`sha256=` and the lower-case hex HMAC-SHA256 of `<timestamp>.<raw body>`, keyed with the whole secret text (`whsec_...`).',
  ),
  delivery: textHeader('X-Service-Delivery', 'dl_9sK3vB7x', 'Id of the event, the same on every attempt.'),
  attempt: textHeader('X-Service-Attempt', '1', 'Number of this attempt, starting at 1.'),
  webhookId: textHeader('webhook-id', 'dl_9sK3vB7x', 'Id of the event, as Standard Webhooks names it.'),
  webhookTimestamp: textHeader(
    'webhook-timestamp',
    '1795255513',
    'Unix seconds of this attempt, as Standard Webhooks names it.',
  ),
  webhookSignature: textHeader(
    'webhook-signature',
    'v1,Ceo5qEr07ixe2NLpvHk3FH9bwy/WavXrAFQ/9tdO6mc=',
    'Standard Webhooks: `v1,` and the base64 HMAC-SHA256 of `<id>.<timestamp>.<raw body>`, keyed with the decoded bytes after `whsec_`. During a rotation several, separated by spaces.',
  ),
} as const satisfies Record<string, Header>

export type DeliveryHeaderName = NamesOf<typeof deliveryHeaders>
