import type { InboxLanguage, Quote } from '@p2p-rates/contract'
import { codeInWords, doubtInWords } from '@p2p-rates/contract/words'
import { en } from '@p2p-rates/contract/words/en'
import { uk } from '@p2p-rates/contract/words/uk'
import type { Exchanges, MarketRates, Side } from '@p2p-rates/core'
import type { PriceOriginFlags } from '../../../market/price-origin.js'
import type { Message } from '../message-and-transport.js'
import { formatMessage } from './format-message.js'
import { numberIn, priceIn } from './format-number.js'
import { renderText } from './message-texts.js'

export type PriceTextOptions = {
  readonly language: InboxLanguage
  readonly exchangeName: Exchanges['nameOf']
  readonly flags: PriceOriginFlags
  /** Seconds since the exchange's ads were received; null if unknown. */
  readonly ageSeconds: (exchange: string, side: Side) => number | null
}

/** Bounds the length of a message. */
const mostTrades = 6

export const dictionaries = { en, uk }

export function formatRate(fiat: string, rates: MarketRates, options: PriceTextOptions): Message {
  const { language } = options
  return formatMessage('rate', renderText(language, 'rate.subject', { fiat }), [
    ...marks(options),
    ...sideLines(fiat, 'BUY', rates.bestBuy, rates, options),
    ...sideLines(fiat, 'SELL', rates.bestSell, rates, options),
  ])
}

function sideLines(
  fiat: string,
  side: Side,
  best: MarketRates['bestBuy'],
  { confidence }: MarketRates,
  options: PriceTextOptions,
): readonly string[] {
  const { language, exchangeName } = options
  if (best === null) return [renderText(language, `rate.none.${side}`)]
  return [
    renderText(language, `rate.${side}`, {
      price: priceIn(best.price, language),
      fiat,
      exchange: exchangeName(best.exchange),
      age: ageIn(language, options.ageSeconds(best.exchange, side)),
    }),
    confidenceIn(language, confidence[side]),
  ]
}

export function formatQuote(quote: Quote, options: PriceTextOptions): Message {
  const { language, exchangeName, ageSeconds } = options
  const { fiat, side, amount, average_price: average, fills, unfilled } = quote
  const money = (value: number): string => numberIn(value, language)
  const subject = renderText(language, `quote.subject.${side}`, { amount: money(amount ?? 0), fiat })
  const ages = fills.map(({ exchange }) => ageSeconds(exchange, side))
  const oldest = ages.length === 0 || ages.includes(null) ? null : Math.max(...ages.map((age) => age ?? 0))
  return formatMessage('quote', subject, [
    ...marks(options),
    ...(average === null
      ? []
      : [
          renderText(language, `quote.${side}`, {
            money: money(quote.total_fiat),
            usdt: money(quote.total_usdt),
            price: priceIn(average, language),
            fiat,
          }),
        ]),
    ...fills.slice(0, mostTrades).map((fill, place) =>
      renderText(language, 'quote.trade', {
        place: String(place + 1),
        exchange: exchangeName(fill.exchange),
        money: money(fill.fiat),
        usdt: money(fill.usdt),
        price: priceIn(fill.price, language),
        fiat,
      }),
    ),
    ...(fills.length > mostTrades
      ? [renderText(language, 'quote.more', { count: String(fills.length - mostTrades) })]
      : []),
    ...(unfilled === null
      ? []
      : [
          codeInWords(dictionaries[language], 'unfilled', unfilled.reason).replace(
            '{amount}',
            () => `${money(unfilled.amount)} ${fiat}`,
          ),
        ]),
    ...(unfilled?.smallest_trade === undefined
      ? []
      : [
          renderText(language, 'quote.least', {
            money: money(unfilled.smallest_trade.from_fiat),
            fiat,
            exchange: exchangeName(unfilled.smallest_trade.exchange),
          }),
        ]),
    ...(average === null
      ? []
      : [
          confidenceIn(language, quote.confidence),
          renderText(language, 'quote.age', { age: ageIn(language, oldest) }),
        ]),
  ])
}

const marks = ({ language, flags }: PriceTextOptions): readonly string[] => [
  ...(flags.isSimulated ? [renderText(language, 'simulated')] : []),
  ...(flags.isReplay ? [renderText(language, 'replay')] : []),
]

const confidenceIn = (
  language: InboxLanguage,
  confidence: { readonly level: string; readonly reasons: readonly string[] },
): string =>
  doubtInWords(dictionaries[language], confidence) ??
  `${codeInWords(dictionaries[language], 'confidence', confidence.level)}.`

export function ageIn(language: InboxLanguage, seconds: number | null): string {
  if (seconds === null) return renderText(language, 'age.unknown')
  if (seconds < 120) return renderText(language, 'age.seconds', { count: String(seconds) })
  return renderText(language, 'age.minutes', { count: String(Math.round(seconds / 60)) })
}
