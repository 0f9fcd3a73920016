import type { InboxLanguage, WebhookEvent } from '@p2p-rates/contract'
import type { Exchanges } from '@p2p-rates/core'
import type { Message } from '../message-and-transport.js'
import { formatMessage, type MessageLine } from './format-message.js'
import { numberIn, priceIn } from './format-number.js'
import { renderText } from './message-texts.js'

type AlertOptions = {
  readonly language: InboxLanguage
  readonly note: string | null
  readonly stop: string | null
  readonly exchangeName: Exchanges['nameOf']
}

export function formatAlert(event: WebhookEvent, { language, note, stop, exchangeName }: AlertOptions): Message {
  const lines: MessageLine[] = [
    ...(event.event === 'ping' ? [renderText(language, 'ping')] : crossingLines(event, language, exchangeName)),
    ...(note === null ? [] : [renderText(language, 'note', { note })]),
    renderText(language, 'id', { id: event.id }),
    ...(stop === null ? [] : [{ before: renderText(language, 'stop.short'), link: stop }]),
  ]
  return formatMessage(event.id, subjectOf(event, language), lines)
}

type Crossing = Exclude<WebhookEvent, { event: 'ping' }>

function subjectOf(event: WebhookEvent, language: InboxLanguage): string {
  if (event.event === 'ping') return renderText(language, 'subject.ping')
  const subject = renderText(language, `subject.${event.event}`, slotsOf(event, language))
  const { payment_method: method } = event.data
  const named = method === undefined ? subject : `${subject}, ${method}`
  return marksOf(event).reduceRight(
    (marked, mark) => renderText(language, `subject.${mark}`, { subject: marked }),
    named,
  )
}

const marksOf = ({ data }: Crossing) => (['simulated', 'replay'] as const).filter((mark) => data[mark] === true)

function slotsOf({ event, data }: Crossing, language: InboxLanguage) {
  const figure = event === 'spread' ? numberIn : priceIn
  return {
    value: figure(data.value, language),
    threshold: figure(data.threshold, language),
    fiat: data.fiat,
    amount: numberIn(event === 'spread' ? data.amount : (data.fill_amount ?? 0), language),
  }
}

function crossingLines(event: Crossing, language: InboxLanguage, exchangeName: Exchanges['nameOf']): readonly string[] {
  const { data } = event
  const slots = slotsOf(event, language)
  return [
    ...marksOf(event).map((mark) => renderText(language, mark)),
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
          ...(event.data.fill_amount === undefined ? [] : [renderText(language, 'filled', slots)]),
          renderText(language, 'on', { exchange: exchangeName(event.data.best.exchange) }),
        ]),
    ...(data.payment_method === undefined ? [] : [renderText(language, 'with', { method: data.payment_method })]),
    ...(data.previous_value === null
      ? []
      : [
          renderText(language, 'before', {
            previous: (event.event === 'spread' ? numberIn : priceIn)(data.previous_value, language),
          }),
        ]),
    renderText(language, 'seen', { at: data.updated_at.slice(0, 16).replace('T', ' ') }),
  ]
}
