import type { InboxLanguage, Quote } from '@p2p-rates/contract'
import { codeInWords, doubtInWords } from '@p2p-rates/contract/words'
import type { Exchanges, MarketRates, Side } from '@p2p-rates/core'
import type { PriceOriginFlags } from '../../../market/price-origin.js'
import type { Message } from '../message-and-transport.js'
import { formatMessage } from './format-message.js'
import { type Phrases, phrasesIn } from './message-texts.js'

export type PriceTextOptions = {
  readonly language: InboxLanguage
  readonly exchangeName: Exchanges['nameOf']
  readonly flags: PriceOriginFlags
  /** Seconds since the exchange's ads were received; null if unknown. */
  readonly ageSeconds: (exchange: string, side: Side) => number | null
}

/** Bounds the length of a message. */
const mostTrades = 6

export function formatRate(fiat: string, rates: MarketRates, options: PriceTextOptions): Message {
  const phrases = phrasesIn(options.language)
  return formatMessage('rate', phrases.say('rate.subject', { fiat }), [
    ...marks(phrases, options),
    ...sideLines(fiat, 'BUY', rates.bestBuy, rates, phrases, options),
    ...sideLines(fiat, 'SELL', rates.bestSell, rates, phrases, options),
  ])
}

function sideLines(
  fiat: string,
  side: Side,
  best: MarketRates['bestBuy'],
  { confidence }: MarketRates,
  phrases: Phrases,
  { exchangeName, ageSeconds }: PriceTextOptions,
): readonly string[] {
  const { say, price } = phrases
  if (best === null) return [say(`rate.none.${side}`)]
  const age = ageIn(phrases, ageSeconds(best.exchange, side))
  return [
    say(`rate.${side}`, { price: price(best.price), fiat, exchange: exchangeName(best.exchange), age }),
    confidenceIn(phrases, confidence[side]),
  ]
}

export function formatQuote(quote: Quote, options: PriceTextOptions): Message {
  const { language, exchangeName, ageSeconds } = options
  const phrases = phrasesIn(language)
  const { say, price, number, shared } = phrases
  const { fiat, side, amount, average_price: average, fills, unfilled } = quote
  const ages = fills.map(({ exchange }) => ageSeconds(exchange, side))
  const oldest = ages.length === 0 || ages.includes(null) ? null : Math.max(...ages.map((age) => age ?? 0))
  const traded = { money: number(quote.total_fiat), usdt: number(quote.total_usdt) }
  const trades = fills.slice(0, mostTrades).map((fill, place) =>
    say('quote.trade', {
      place: String(place + 1),
      exchange: exchangeName(fill.exchange),
      money: number(fill.fiat),
      usdt: number(fill.usdt),
      price: price(fill.price),
      fiat,
    }),
  )
  const least = unfilled?.smallest_trade
  return formatMessage('quote', say(`quote.subject.${side}`, { amount: number(amount ?? 0), fiat }), [
    ...marks(phrases, options),
    average === null ? null : say(`quote.${side}`, { ...traded, price: price(average), fiat }),
    ...trades,
    fills.length > mostTrades ? say('quote.more', { count: String(fills.length - mostTrades) }) : null,
    unfilled &&
      codeInWords(shared, 'unfilled', unfilled.reason).replace('{amount}', () => `${number(unfilled.amount)} ${fiat}`),
    least === undefined
      ? null
      : say('quote.least', { money: number(least.from_fiat), fiat, exchange: exchangeName(least.exchange) }),
    average === null ? null : confidenceIn(phrases, quote.confidence),
    average === null ? null : say('quote.age', { age: ageIn(phrases, oldest) }),
  ])
}

const marks = ({ say }: Phrases, { flags }: PriceTextOptions) => [
  flags.isSimulated ? say('simulated') : null,
  flags.isReplay ? say('replay') : null,
]

const confidenceIn = (
  { shared }: Phrases,
  confidence: { readonly level: string; readonly reasons: readonly string[] },
): string => doubtInWords(shared, confidence) ?? `${codeInWords(shared, 'confidence', confidence.level)}.`

export function ageIn({ say }: Phrases, seconds: number | null): string {
  if (seconds === null) return say('age.unknown')
  if (seconds < 120) return say('age.seconds', { count: String(seconds) })
  return say('age.minutes', { count: String(Math.round(seconds / 60)) })
}
