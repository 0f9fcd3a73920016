import type { DisabledReason, NewWebhookFields, WebhookChange } from '@p2p-rates/contract'
import { dueDigestDay, isExpired } from './schedule.js'
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
  ...newScheduleOf(wanted, facts.createdAtMs),
  deferred: null,
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

type Schedule = Pick<Webhook, 'quietHours' | 'digestTime' | 'tz' | 'expiresAtMs'>

/** The first digest is the first one after this moment. */
const withDigestDay = (schedule: Schedule, nowMs: number) => ({ ...schedule, digestDay: dueDigestDay(schedule, nowMs) })

const newScheduleOf = (wanted: Given<NewWebhookFields>, nowMs: number) =>
  withDigestDay(
    {
      quietHours: wanted.quiet_hours ?? null,
      digestTime: wanted.digest_time ?? null,
      tz: wanted.tz ?? 'UTC',
      expiresAtMs: readMoment(wanted.expires_at ?? null),
    },
    nowMs,
  )

function changedSchedule(webhook: Webhook, change: Given<WebhookChange>, nowMs: number) {
  const next: Schedule = {
    quietHours: changed(change.quiet_hours, webhook.quietHours),
    digestTime: changed(change.digest_time, webhook.digestTime),
    tz: changed(change.tz, webhook.tz) ?? 'UTC',
    expiresAtMs: change.expires_at === undefined ? webhook.expiresAtMs : readMoment(change.expires_at),
  }
  const isSameTime = next.digestTime === webhook.digestTime && next.tz === webhook.tz
  return isSameTime ? next : withDigestDay(next, nowMs)
}

const readMoment = (text: string | null): number | null => (text === null ? null : Date.parse(text))

const changed = <Value>(given: Value | undefined, before: Value): Value => (given === undefined ? before : given)

/** The webhook as its account sees it now, so an expired one is disabled. */
export function changedWebhook(webhook: Webhook, change: Given<WebhookChange>, nowMs: number): Webhook {
  const next: Webhook = {
    ...webhook,
    url: change.url ?? webhook.url,
    threshold: change.threshold ?? webhook.threshold,
    amount: webhook.event === 'spread' ? (change.amount ?? webhook.amount) : null,
    fillAmount: changed(change.fill_amount, webhook.fillAmount),
    confidence: changed(change.min_confidence, webhook.confidence),
    holdSeconds: changed(change.hold_seconds, webhook.holdSeconds),
    ...changedSchedule(webhook, change, nowMs),
    description: changed(change.description, webhook.description),
  }
  // Another question knows nothing of the old answer.
  const asked: Webhook = changesCondition(webhook, next)
    ? { ...next, crossing: 'unknown', holding: null, deferred: null }
    : next
  if (change.enabled === undefined)
    return webhook.disabledReason === 'expired' && !isExpired(asked, nowMs) ? enabledAgain(asked) : asked
  if (!change.enabled) return { ...asked, enabled: false, disabledReason: reasonOfUser(webhook), deferred: null }
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

/** Past failures and the last value are forgotten: a crossing or a digest that was missed meanwhile is not sent. */
export const enabledAgain = (webhook: Webhook): Webhook => ({
  ...webhook,
  enabled: true,
  disabledReason: null,
  consecutiveFailures: 0,
  crossing: 'unknown',
  holding: null,
  deferred: null,
  digestDay: null,
})
