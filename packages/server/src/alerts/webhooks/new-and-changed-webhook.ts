import type { DisabledReason, NewWebhookFields, WebhookChange } from '@p2p-rates/contract'
import { givenUp } from './settle-delivery-attempt.js'
import type { Changes, Delivery, Webhook } from './webhook-store.js'

/** A body as it was read: what may be absent is there as `undefined`. */
export type Given<Body> = { readonly [Field in keyof Body]: Body[Field] | undefined } & {
  readonly [Field in keyof Body as undefined extends Body[Field] ? never : Field]: Body[Field]
}

type Facts = Pick<Webhook, 'id' | 'accountId' | 'url' | 'createdAtMs' | 'sealedSecret'>

export const newWebhookOf = (facts: Facts, wanted: Given<NewWebhookFields> & { readonly fiat: string }): Webhook => ({
  ...facts,
  event: wanted.event,
  fiat: wanted.fiat,
  exchange: wanted.exchange ?? null,
  paymentMethod: wanted.payment_method ?? null,
  threshold: wanted.threshold,
  amount: wanted.event === 'spread' ? (wanted.amount ?? null) : null,
  hysteresis: wanted.hysteresis ?? null,
  fillAmount: wanted.fill_amount ?? null,
  confidence: wanted.min_confidence ?? null,
  holdSeconds: wanted.hold_seconds ?? null,
  description: wanted.description ?? null,
  enabled: true,
  disabledReason: null,
  consecutiveFailures: 0,
  lastDelivery: null,
  crossing: 'unknown',
  firedAtMs: null,
  holding: null,
  previousSecret: null,
  rotationId: null,
  sentByHandMs: [],
})

export function changedWebhook(webhook: Webhook, change: Given<WebhookChange>): Webhook {
  const next: Webhook = {
    ...webhook,
    url: change.url ?? webhook.url,
    threshold: change.threshold ?? webhook.threshold,
    amount: webhook.event === 'spread' ? (change.amount ?? webhook.amount) : null,
    fillAmount: change.fill_amount === undefined ? webhook.fillAmount : change.fill_amount,
    confidence: change.min_confidence === undefined ? webhook.confidence : change.min_confidence,
    holdSeconds: change.hold_seconds === undefined ? webhook.holdSeconds : change.hold_seconds,
    description: change.description === undefined ? webhook.description : change.description,
  }
  // Another question knows nothing of the old answer.
  const asked: Webhook = changesCondition(webhook, next) ? { ...next, crossing: 'unknown', holding: null } : next
  if (change.enabled === undefined) return asked
  if (!change.enabled) return { ...asked, enabled: false, disabledReason: reasonOfUser(webhook) }
  // One that was enabled all the time keeps its state and what waits; only its failures are forgotten.
  return webhook.enabled ? { ...asked, consecutiveFailures: 0 } : enabledAgain(asked)
}

const changesCondition = (before: Webhook, now: Webhook): boolean =>
  (['threshold', 'amount', 'fillAmount', 'confidence', 'holdSeconds'] as const).some(
    (setting) => before[setting] !== now[setting],
  )

export function changesTo(webhooks: readonly Webhook[], waiting: readonly Delivery[]): Changes {
  const disabled = new Set(webhooks.filter(({ enabled }) => !enabled).map(({ id }) => id))
  const dropped = waiting.filter(({ webhookId, once }) => disabled.has(webhookId) && !once)
  return { webhooks, deliveries: dropped.map((delivery) => givenUp(delivery, 'cancelled')) }
}

/** An owner who disables what a plan has disabled does not want it back with the next plan. */
const reasonOfUser = ({ enabled, disabledReason }: Webhook): DisabledReason =>
  enabled || disabledReason === null || disabledReason === 'plan' ? 'user' : disabledReason

/** Past failures and the last value are forgotten: a crossing that happened meanwhile fires nothing. */
export const enabledAgain = (webhook: Webhook): Webhook => ({
  ...webhook,
  enabled: true,
  disabledReason: null,
  consecutiveFailures: 0,
  crossing: 'unknown',
  holding: null,
})
