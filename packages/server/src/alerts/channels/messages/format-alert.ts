import { type DigestEvent, type DigestPrice, type InboxLanguage, reaches, type WebhookEvent } from '@p2p-rates/contract'
import { codeInWords } from '@p2p-rates/contract/words'
import type { Exchanges, Side } from '@p2p-rates/core'
import type { Message } from '../message-and-transport.js'
import { formatMessage } from './format-message.js'
import { ageIn } from './format-price.js'
import { type Phrases, phrasesIn } from './message-texts.js'

export type AlertOptions = {
  readonly language: InboxLanguage
  readonly note: string | null
  readonly stop: string | null
  readonly exchangeName: Exchanges['nameOf']
  /** Time of this attempt. */
  readonly nowMs: number
}

export type AlertContent = { readonly subject: string; readonly lines: readonly (string | null)[] }

export function formatAlert(event: WebhookEvent, options: AlertOptions): Message {
  const { language, note, stop } = options
  const phrases = phrasesIn(language)
  const { subject, lines } = contentOf(event, phrases, options)
  return formatMessage(event.id, subject, [
    ...lines,
    note === null ? null : phrases.say('note', { note }),
    phrases.say('id', { id: event.id }),
    stop === null ? null : { before: phrases.say('stop.short'), link: stop },
  ])
}

function contentOf(event: WebhookEvent, phrases: Phrases, options: AlertOptions): AlertContent {
  const { say } = phrases
  if (event.event === 'ping') return { subject: say('subject.ping'), lines: [say('ping')] }
  const { subject, lines } =
    event.event === 'digest' ? digestContent(event, phrases, options) : crossingContent(event, phrases, options)
  const marks = (['simulated', 'replay'] as const).filter((mark) => event.data[mark] === true)
  return {
    subject: marks.reduceRight((marked, mark) => say(`subject.${mark}`, { subject: marked }), subject),
    lines: [...marks.map((mark) => say(mark)), ...lines],
  }
}

type Crossing = Exclude<WebhookEvent, { event: 'digest' | 'ping' }>

function crossingContent(event: Crossing, phrases: Phrases, { exchangeName }: AlertOptions): AlertContent {
  const { say, price, number } = phrases
  const { payment_method: method, after_quiet_hours: later, previous_value: previous, updated_at } = event.data
  const figure = event.event === 'spread' ? number : price
  const slots = slotsOf(event, phrases)
  const subject = say(`subject.${event.event}`, slots) + (method === undefined ? '' : `, ${method}`)
  const filled = event.event === 'spread' || event.data.fill_amount === undefined ? null : say('filled', slots)
  const onlyMethod = method === undefined ? null : say('with', { method })
  const at = minuteOf(updated_at)
  // Leave out the exchange and the route of the past, because they are no longer an offer.
  if (later !== undefined)
    return {
      subject: say('subject.quiet', { subject }),
      lines: [
        say(`quiet.${event.event}`, { ...slots, at }),
        filled,
        lineAfterQuietHours(event, later, phrases),
        onlyMethod,
      ],
    }
  return {
    subject,
    lines: [
      say(event.event, slots),
      filled,
      offerLine(event, phrases, exchangeName),
      onlyMethod,
      // After a hold or quiet hours, the value before was beyond the threshold, too.
      previous === null || reaches(previous, event.data) ? null : say('before', { previous: figure(previous) }),
      say('seen', { at }),
    ],
  }
}

function slotsOf({ event, data }: Crossing, { number, price }: Phrases) {
  const figure = event === 'spread' ? number : price
  return {
    value: figure(data.value),
    threshold: figure(data.threshold),
    fiat: data.fiat,
    amount: number(event === 'spread' ? data.amount : (data.fill_amount ?? 0)),
  }
}

function offerLine(event: Crossing, { say, price }: Phrases, exchangeName: AlertOptions['exchangeName']): string {
  if (event.event !== 'spread') return say('on', { exchange: exchangeName(event.data.best.exchange) })
  const { route } = event.data
  return say('route', {
    buy: exchangeName(route.buy_exchange),
    buyPrice: price(route.buy_price),
    sell: exchangeName(route.sell_exchange),
    sellPrice: price(route.sell_price),
  })
}

function lineAfterQuietHours(
  { event, data }: Crossing,
  { value, updated_at }: NonNullable<Crossing['data']['after_quiet_hours']>,
  { say, price, number }: Phrases,
): string {
  const at = minuteOf(updated_at)
  if (value === null) return say('quiet.none', { at })
  return say('quiet.now', { at, value: event === 'spread' ? `${number(value)} %` : `${price(value)} ${data.fiat}` })
}

const minuteOf = (time: string): string => time.slice(0, 16).replace('T', ' ')

function digestContent({ data }: DigestEvent, phrases: Phrases, options: AlertOptions): AlertContent {
  const { fiat, buy, sell } = data
  const shown = (best: DigestPrice | null): string => (best === null ? '–' : phrases.price(best.price))
  return {
    subject: phrases.say('subject.digest', { fiat, buy: shown(buy), sell: shown(sell) }),
    lines: [...sideLines('BUY', buy, fiat, phrases, options), ...sideLines('SELL', sell, fiat, phrases, options)],
  }
}

function sideLines(
  side: Side,
  best: DigestPrice | null,
  fiat: string,
  phrases: Phrases,
  { exchangeName, nowMs }: AlertOptions,
): readonly string[] {
  const { say, price, number, shared } = phrases
  if (best === null) return [say(`rate.none.${side}`)]
  const { exchange, received_at: receivedAt, confidence, day_ago: dayAgo, change_pct: change } = best
  const age = ageIn(phrases, Math.max(0, Math.round((nowMs - Date.parse(receivedAt)) / 1_000)))
  return [
    say(`rate.${side}`, { price: price(best.price), fiat, exchange: exchangeName(exchange), age }),
    `${codeInWords(shared, 'confidence', confidence)}.`,
    dayAgo === null || change === null
      ? say('digest.new')
      : say('digest.change', { before: price(dayAgo), fiat, change: `${change > 0 ? '+' : ''}${number(change)}` }),
  ]
}
