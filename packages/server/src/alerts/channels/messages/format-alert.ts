import type { InboxLanguage, WebhookEvent } from '@p2p-rates/contract'
import type { Exchanges } from '@p2p-rates/core'
import type { Message } from '../message-and-transport.js'
import { digestLines, digestSubject } from './format-digest.js'
import { formatMessage, type MessageLine } from './format-message.js'
import { numberIn, priceIn } from './format-number.js'
import { renderText } from './message-texts.js'

export type AlertOptions = {
  readonly language: InboxLanguage
  readonly note: string | null
  readonly stop: string | null
  readonly exchangeName: Exchanges['nameOf']
  /** Time of this attempt. */
  readonly nowMs: number
}

export function formatAlert(event: WebhookEvent, options: AlertOptions): Message {
  const { language, note, stop } = options
  const { subject, lines } = contentOf(event, options)
  return formatMessage(event.id, subject, [
    ...lines,
    ...(note === null ? [] : [renderText(language, 'note', { note })]),
    renderText(language, 'id', { id: event.id }),
    ...(stop === null ? [] : [{ before: renderText(language, 'stop.short'), link: stop }]),
  ])
}

type AlertContent = { readonly subject: string; readonly lines: readonly MessageLine[] }

function contentOf(event: WebhookEvent, options: AlertOptions): AlertContent {
  const { language } = options
  if (event.event === 'ping')
    return { subject: renderText(language, 'subject.ping'), lines: [renderText(language, 'ping')] }
  const { subject, lines } =
    event.event === 'digest'
      ? { subject: digestSubject(event, options), lines: digestLines(event, options) }
      : { subject: crossingSubject(event, language), lines: crossingLines(event, options) }
  const marks = marksOf(event)
  return {
    subject: marks.reduceRight((marked, mark) => renderText(language, `subject.${mark}`, { subject: marked }), subject),
    lines: [...marks.map((mark) => renderText(language, mark)), ...lines],
  }
}

type Crossing = Exclude<WebhookEvent, { event: 'digest' | 'ping' }>

function crossingSubject(event: Crossing, language: InboxLanguage): string {
  const subject = renderText(language, `subject.${event.event}`, slotsOf(event, language))
  const { payment_method: method, after_quiet_hours: later } = event.data
  const named = method === undefined ? subject : `${subject}, ${method}`
  return later === undefined ? named : renderText(language, 'subject.quiet', { subject: named })
}

const marksOf = ({ data }: Exclude<WebhookEvent, { event: 'ping' }>) =>
  (['simulated', 'replay'] as const).filter((mark) => data[mark] === true)

function slotsOf({ event, data }: Crossing, language: InboxLanguage) {
  const figure = event === 'spread' ? numberIn : priceIn
  return {
    value: figure(data.value, language),
    threshold: figure(data.threshold, language),
    fiat: data.fiat,
    amount: numberIn(event === 'spread' ? data.amount : (data.fill_amount ?? 0), language),
  }
}

function crossingLines(event: Crossing, { language, exchangeName }: AlertOptions): readonly string[] {
  const { data } = event
  const slots = slotsOf(event, language)
  const method =
    data.payment_method === undefined ? [] : [renderText(language, 'with', { method: data.payment_method })]
  if (data.after_quiet_hours !== undefined) return [...quietLines(event, data.after_quiet_hours, language), ...method]
  return [
    renderText(language, event.event, slots),
    ...(event.event === 'spread'
      ? [
          renderText(language, 'route', {
            buy: exchangeName(event.data.route.buy_exchange),
            buyPrice: priceIn(event.data.route.buy_price, language),
            sell: exchangeName(event.data.route.sell_exchange),
            sellPrice: priceIn(event.data.route.sell_price, language),
          }),
        ]
      : [
          ...filledLine(event, language),
          renderText(language, 'on', { exchange: exchangeName(event.data.best.exchange) }),
        ]),
    ...method,
    ...(data.previous_value === null
      ? []
      : [
          renderText(language, 'before', {
            previous: (event.event === 'spread' ? numberIn : priceIn)(data.previous_value, language),
          }),
        ]),
    renderText(language, 'seen', { at: minuteOf(data.updated_at) }),
  ]
}

const filledLine = (event: Crossing, language: InboxLanguage): readonly string[] =>
  event.event === 'spread' || event.data.fill_amount === undefined
    ? []
    : [renderText(language, 'filled', slotsOf(event, language))]

/** Leaves out the exchange and the route of the past, because they are no longer an offer. */
function quietLines(
  event: Crossing,
  { value, updated_at: at }: NonNullable<Crossing['data']['after_quiet_hours']>,
  language: InboxLanguage,
): readonly string[] {
  const { event: kind, data } = event
  const shown = (now: number): string =>
    kind === 'spread' ? `${numberIn(now, language)} %` : `${priceIn(now, language)} ${data.fiat}`
  return [
    renderText(language, `quiet.${kind}`, { ...slotsOf(event, language), at: minuteOf(data.updated_at) }),
    ...filledLine(event, language),
    value === null
      ? renderText(language, 'quiet.none', { at: minuteOf(at) })
      : renderText(language, 'quiet.now', { at: minuteOf(at), value: shown(value) }),
  ]
}

const minuteOf = (time: string): string => time.slice(0, 16).replace('T', ' ')
