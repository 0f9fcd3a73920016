import type { Delivery, Webhook, WebhookWithSecret } from '@p2p-rates/sdk'
import { shownAsName } from '../exchange-names.js'
import { type ColumnOf, type Table, tableOf } from '../render/table.js'
import { keyValues, type Report } from '../report.js'
import { levelInWords, say, shownAs } from '../words/say.js'
import { shortId, withIdLast } from './short-ids.js'

export const webhookReport = (webhook: WebhookWithSecret): Report => ({
  ...webhooksReport([webhook]),
  ...keyValues(webhook, [
    { name: 'id', style: 'strong' },
    ...(webhook.secret === undefined ? [] : [secretColumn]),
    { name: 'url' },
    ...conditionColumns,
    { name: 'amount', kind: 'money' },
    { name: 'exchange', shown: shownAsName },
    { name: 'payment_method' },
    { name: 'fill_amount', kind: 'money' },
    { name: 'min_confidence', heading: 'confidence', shown: levelInWords },
    { name: 'hold_seconds', heading: 'hold seconds', kind: 'count' },
    ...scheduleColumns([webhook]),
    { name: 'description' },
    ...stateColumns,
    { name: 'created_at', heading: 'created', kind: 'time' },
    ...(webhook.old_secret_expires_at === null ? [] : [oldSecretColumn]),
  ]),
})

export const webhooksReport = (webhooks: readonly Webhook[]): Report => ({
  answer: webhooks,
  records: webhooks,
  empty: say('No webhooks. Create one: p2p webhooks create'),
  peopleTable: seenTable(webhooks),
  table: tableOf(webhooks, [{ name: 'id' }, ...conditionColumns, ...stateColumns, { name: 'url', flexible: true }]),
})

const seenTable = (webhooks: readonly Webhook[]): Table =>
  tableOf(webhooks, [
    ...(webhooks.some(({ description }) => description !== null)
      ? [{ name: 'name', flexible: 3, value: ({ description }: Webhook) => description }]
      : []),
    ...conditionColumns,
    { name: 'sends to', value: ({ url }) => hostOf(url) },
    ...stateColumns,
    { name: 'id', shown: shortId },
  ])

/** The host of a receiver; an inbox by its id. */
export const hostOf = (url: string): string =>
  (URL.canParse(url) && new URL(url).host) || url.replace(/^inbox:(.{10}).*/, '$1')

const eventInWords = shownAs(() => ({
  ping: say('ping'),
  digest: say('digest'),
  spread: say('spread'),
  best_buy: say('best_buy'),
  best_sell: say('best_sell'),
}))

const stateInWords = shownAs(() => ({
  pending: say('pending'),
  delivered: say('delivered'),
  superseded: say('superseded'),
  exhausted: say('exhausted'),
  cancelled: say('cancelled'),
}))

export const disabledInWords = shownAs(() => ({
  failures: say('failures'),
  gone: say('gone'),
  user: say('user'),
  plan: say('plan'),
  blocked: say('blocked'),
  refused: say('refused'),
  stopped: say('stopped'),
  expired: say('expired'),
}))

export const faultInWords = shownAs(() => ({
  timeout: say('timeout'),
  tls: say('tls'),
  no_public_address: say('no_public_address'),
  internal: say('internal'),
  network: say('unreachable'),
  bad_answer: say('bad_answer'),
  inbox_over: say('inbox_over'),
}))

const secretColumn: ColumnOf<WebhookWithSecret> = {
  name: 'secret',
  value: ({ secret }: WebhookWithSecret) => secret ?? null,
  style: 'strong',
}

const oldSecretColumn: ColumnOf<WebhookWithSecret> = {
  name: 'old_secret_expires_at',
  heading: 'old secret until',
  kind: 'time',
}

const conditionColumns: readonly ColumnOf<Webhook>[] = [
  { name: 'event', shown: eventInWords },
  { name: 'fiat' },
  { name: 'threshold', kind: 'price' },
]

/** Columns of which no alert has anything are left out on a screen. */
export const scheduleColumns = (alerts: readonly Webhook[]): readonly ColumnOf<Webhook>[] => [
  {
    name: 'quiet_hours',
    heading: 'quiet hours',
    flexible: true,
    hidden: alerts.every((alert) => alert.quiet_hours === null),
    value: (alert) => alert.quiet_hours && `${alert.quiet_hours} ${alert.tz}`,
  },
  {
    name: 'digest_time',
    heading: 'digest',
    flexible: true,
    hidden: alerts.every((alert) => alert.digest_time === null),
    value: (alert) => alert.digest_time && `${alert.digest_time} ${alert.tz}`,
  },
  {
    name: 'expires_at',
    heading: 'expires',
    flexible: true,
    kind: 'time',
    hidden: alerts.every((alert) => alert.expires_at === null),
  },
]

const stateColumns: readonly ColumnOf<Webhook>[] = [
  { name: 'enabled', style: ({ enabled }: Webhook) => (enabled ? 'good' : 'bad') },
  { name: 'disabled_reason', heading: 'reason', flexible: true, shown: disabledInWords },
  { name: 'consecutive_failures', heading: 'failures', kind: 'count', flexible: true },
]

const deliveryColumns: readonly ColumnOf<Delivery>[] = [
  { name: 'id' },
  { name: 'event', shown: eventInWords },
  { name: 'created_at', heading: 'created', kind: 'time' },
  { name: 'state', style: ({ state }) => (state === 'delivered' ? 'good' : null), shown: stateInWords },
  { name: 'attempts', kind: 'count', flexible: true },
  { name: 'last_status', heading: 'status', value: (delivery) => delivery.last_status?.toString() ?? null },
  { name: 'last_fault', heading: 'fault', flexible: 2, shown: faultInWords },
  { name: 'next_attempt_at', heading: 'next', kind: 'time', flexible: true },
]

export const deliveryReport = (delivery: Delivery): Report => ({
  ...deliveriesReport([delivery]),
  answer: delivery,
  isKeyValue: true,
})

export const deliveriesReport = (deliveries: readonly Delivery[]): Report => ({
  answer: deliveries,
  records: deliveries,
  empty: say('No deliveries.'),
  table: tableOf(deliveries, deliveryColumns),
  peopleTable: tableOf(deliveries, withIdLast(deliveryColumns)),
})
