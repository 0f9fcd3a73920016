import { z } from 'zod'
import { fiat, keptDecimals, largestAmount, optionalExchange, paymentMethod } from '../../endpoint/common-inputs.js'
import type { Input, InputsOf } from '../../endpoint/input.js'
import { orNull } from '../../endpoint/patch-inputs.js'
import { ownWords } from '../../endpoint/type-names.js'
import type { NewWebhookFields, SecretRotation, WebhookChange, WebhookEventKind } from '../../generated/types.js'
import { newSchedule, scheduleChange } from './schedule-inputs.js'
import { webhookEventKinds } from './stream-and-webhook-events.js'

/** A price is above zero; a net profit in percent may be negative. */
export const thresholdViolation = (event: WebhookEventKind, threshold: number): string | null =>
  event === 'spread' || threshold > 0 ? null : 'a price above 0 for this event'

const inboxScheme = 'inbox:'
export const urlOfInbox = (inboxId: string): string => inboxScheme + inboxId
export const channelIdOf = (url: string): string | null =>
  url.startsWith(inboxScheme) ? url.slice(inboxScheme.length) : null

const longestDescription = 200
const longestUrl = 2048

const url: Input<string> = {
  schema: z
    .string()
    .max(longestUrl)
    .regex(/^(?:[Hh][Tt][Tt][Pp][Ss]?:|inbox:[\w-]{1,64}$)/)
    .refine(URL.canParse)
    .meta({
      description:
        'HTTPS address of the receiver, on port 443 or above 1023, without user name. It must be public. Or `inbox:` and the id of a confirmed inbox.',
      examples: ['https://example.com/hooks/p2p'],
    }),
  expects: `a web address of at most ${longestUrl} characters`,
  refusal: 'invalid_webhook_url',
}

const event: Input<WebhookEventKind> = {
  schema: ownWords('WebhookEventKind', webhookEventKinds).meta({
    description:
      'spread: the net profit of the best opportunity, in percent, rises to the threshold. best_buy: the best price to buy falls to it. best_sell: the best price to sell rises to it.',
    examples: ['spread'],
  }),
  expects: `one of ${webhookEventKinds.join(', ')}`,
  words: webhookEventKinds,
  refusal: 'unsupported_event',
}

const threshold: Input<number> = {
  schema: keptDecimals(z.number().min(-100).max(largestAmount)).meta({
    description: 'Percent for `spread`, otherwise a price.',
    examples: [0.5],
  }),
  expects: 'a number from -100 up with at most 8 decimals',
  rule: (value, before) => thresholdViolation((before.get('event') ?? 'spread') as WebhookEventKind, value),
}

const amountSchema = keptDecimals(z.number().positive().max(largestAmount))
const amountMeta = {
  description:
    'Amount of the round trip, in fiat. Required for `spread`. Other events ignore it and have `null`; they take `fill_amount`.',
  examples: [10000],
}
const amountExpects = 'a number above 0 with at most 12 digits and 8 decimals'

const fillAmountSchema = amountSchema.optional().meta({
  description:
    'For `best_buy` and `best_sell`: compare the average price of this fiat amount, as `quote` finds it, instead of the best price. An amount that cannot be filled does not reach the threshold.',
})
const fillAmount: Input<number | undefined> = {
  schema: fillAmountSchema,
  expects: amountExpects,
  rule: (value, before) =>
    value !== undefined && before.get('event') === 'spread' ? 'left out for `spread`, which goes by `amount`' : null,
}

const neededConfidences = ['medium', 'high'] as const
const minConfidenceSchema = z.enum(neededConfidences).optional().meta({
  description: 'Minimum confidence of a price that may fire; medium when absent.',
})
const minConfidence: Input<(typeof neededConfidences)[number] | undefined> = {
  schema: minConfidenceSchema,
  expects: neededConfidences.join(' or '),
  words: neededConfidences,
}

const longestHoldSeconds = 86_400
const holdSchema = z.int().min(0).max(longestHoldSeconds).optional().meta({
  description:
    'Seconds that the value must stay beyond the threshold before the webhook fires; 0 or absent = immediately.',
})
const holdExpects = `a whole number of seconds from 0 to ${longestHoldSeconds}`

const descriptionSchema = z
  .string()
  .refine((text) => [...text].length <= longestDescription)
  .optional()
  .meta({ description: 'A note for yourself.', maxLength: longestDescription })
const description: Input<string | undefined> = {
  schema: descriptionSchema,
  expects: `at most ${longestDescription} characters`,
}

export const newWebhook = {
  url,
  event,
  threshold,
  amount: {
    schema: amountSchema.optional().meta(amountMeta),
    expects: amountExpects,
    // The profit depends on the amount: the fee alone eats the profit of a small one.
    rule: (value, before) => (before.get('event') === 'spread' && value === undefined ? 'given for `spread`' : null),
  },
  fiat,
  exchange: optionalExchange('Only the prices of this exchange count.'),
  payment_method: paymentMethod,
  hysteresis: {
    schema: keptDecimals(z.number().min(0).max(largestAmount))
      .optional()
      .meta({ description: 'Distance that the value must move back before the webhook can fire again.' }),
    expects: 'a number from 0 up with at most 8 decimals',
  },
  fill_amount: fillAmount,
  min_confidence: minConfidence,
  hold_seconds: { schema: holdSchema, expects: holdExpects },
  ...newSchedule,
  description,
} satisfies InputsOf<NewWebhookFields>

export const webhookChange = {
  url: { ...url, schema: url.schema.optional() },
  threshold: { schema: threshold.schema.optional(), expects: threshold.expects },
  amount: orNull(
    { schema: amountSchema.optional(), expects: amountExpects },
    `${amountMeta.description} Null resets it.`,
  ),
  fill_amount: orNull(fillAmount, 'As in `webhooks.create`; null compares the best price again.'),
  min_confidence: orNull(minConfidence, 'As in `webhooks.create`; null means medium.'),
  hold_seconds: orNull(
    { schema: holdSchema, expects: holdExpects },
    'As in `webhooks.create`; null fires immediately.',
  ),
  ...scheduleChange,
  enabled: {
    schema: z.boolean().optional().meta({ description: '`true` also forgets past failures.' }),
    expects: 'true or false',
  },
  description: orNull(description, 'A note for yourself; null removes it.'),
} satisfies InputsOf<WebhookChange>

const longestOverlapHours = 168

export const secretRotation = {
  overlap_hours: {
    schema: z
      .int()
      .min(0)
      .max(longestOverlapHours)
      .default(24)
      .meta({
        description: 'Hours during which the old secret also signs; 0 = only the new one.',
        examples: [24],
      }),
    expects: `a whole number of hours from 0 to ${longestOverlapHours}`,
  },
} satisfies InputsOf<SecretRotation>
