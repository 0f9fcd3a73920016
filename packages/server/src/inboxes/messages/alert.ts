import type { InboxLanguage, WebhookEvent } from '@p2p-rates/contract'
import type { Message } from '../message.js'
import { compose, type LetterLine } from './compose.js'
import { sayTo } from './words.js'

/** An event of a webhook as people read it. */
export function alertOf(
  event: WebhookEvent,
  { language, note, stop }: { language: InboxLanguage; note: string | null; stop: string | null },
): Message {
  const lines: LetterLine[] = [
    ...(event.event === 'ping' ? [sayTo(language, 'ping')] : crossingLines(event, language)),
    ...(note === null ? [] : [sayTo(language, 'note', { note })]),
    sayTo(language, 'id', { id: event.id }),
    ...(stop === null ? [] : [{ before: sayTo(language, 'stop.short'), link: stop }]),
  ]
  return compose(event.id, subjectOf(event, language), lines)
}

type Crossing = Exclude<WebhookEvent, { event: 'ping' }>

function subjectOf(event: WebhookEvent, language: InboxLanguage): string {
  if (event.event === 'ping') return sayTo(language, 'subject.ping')
  const subject = sayTo(language, `subject.${event.event}`, slotsOf(event))
  const { payment_method: method } = event.data
  return method === undefined ? subject : `${subject}, ${method}`
}

const slotsOf = ({ event, data }: Crossing) => ({
  value: figure(data.value),
  threshold: figure(data.threshold),
  fiat: data.fiat,
  amount: event === 'spread' ? figure(data.amount) : figure(data.fill_amount ?? 0),
})

function crossingLines(event: Crossing, language: InboxLanguage): readonly string[] {
  const { data } = event
  const slots = slotsOf(event)
  return [
    sayTo(language, event.event, slots),
    ...(event.event === 'spread'
      ? [
          sayTo(language, 'route', {
            buy: event.data.route.buy_exchange,
            buyPrice: figure(event.data.route.buy_price),
            sell: event.data.route.sell_exchange,
            sellPrice: figure(event.data.route.sell_price),
          }),
        ]
      : [
          ...(event.data.fill_amount === undefined ? [] : [sayTo(language, 'filled', slots)]),
          sayTo(language, 'on', { exchange: event.data.best.exchange }),
        ]),
    ...(data.payment_method === undefined ? [] : [sayTo(language, 'with', { method: data.payment_method })]),
    ...(data.previous_value === null ? [] : [sayTo(language, 'before', { previous: figure(data.previous_value) })]),
    sayTo(language, 'seen', { at: data.updated_at.slice(0, 16).replace('T', ' ') }),
  ]
}

/** Plain digits, as the wire has them. */
const figure = (value: number): string => String(value)
