import type { HeadlineConfidence, Orderbook, Quote, Rates } from '@p2p-rates/contract'
import { codeInWords, doubtInWords, findLures, isFavourableReason, type SharedWords } from '@p2p-rates/contract/words'
import { en } from '@p2p-rates/contract/words/en'
import { uk } from '@p2p-rates/contract/words/uk'
import type { Exchanges } from '@p2p-rates/core'
import type { Language } from './language.js'
import { fillPlaceholders, pageWords } from './page-words.js'

export type NameOfExchange = Exchanges['nameOf']

export function priceSentences(rates: Rates, language: Language, exchangeName: NameOfExchange): readonly string[] {
  const words = pageWords[language]
  const { fiat, best_buy: buy, best_sell: sell, confidence } = rates
  const slots = ({ price, exchange }: Rates['best_buy']) => ({
    price: priceText(price, fiat, language),
    fiat,
    exchange: exchangeName(exchange),
  })
  /** Caveats that must follow a price of low confidence. */
  const doubts = (told: HeadlineConfidence | undefined): readonly string[] => {
    const why = doubtInWords(sharedWords[language], told)
    const surer =
      told?.surer === undefined ? [] : [fillPlaceholders(sharedWords[language]['doubt.surer'], slots(told.surer))]
    return why === null ? [] : [why, ...surer]
  }
  return [
    fillPlaceholders(words.buy, slots(buy)),
    ...doubts(confidence?.buy),
    fillPlaceholders(words.sell, slots(sell)),
    ...doubts(confidence?.sell),
    fillPlaceholders(words.asOf, { time: kyivTime(rates.updated_at, language) }),
  ]
}

/** "20,000 UAH buy 447.63 USDT at 44.68 (Bitget)." Null if the amount can't be filled completely. */
export function dealSentence(quote: Quote, language: Language, exchangeName: NameOfExchange): string | null {
  const { fiat, side, average_price: average, total_fiat: paid, total_usdt: got, fills, unfilled } = quote
  if (average === null || unfilled !== null) return null
  const money = new Intl.NumberFormat(language, { maximumFractionDigits: 2 })
  return fillPlaceholders(pageWords[language].deal[side], {
    paid: money.format(paid),
    got: money.format(got),
    fiat,
    price: priceText(average, fiat, language),
    exchanges: [...new Set(fills.map(({ exchange }) => exchangeName(exchange)))].join(', '),
  })
}

/** "40.1 UAH on Binance: too far from the market." Nicknames are not in it. */
export function lureSentences(
  { ads, fiat }: Orderbook,
  language: Language,
  exchangeName: NameOfExchange,
): readonly string[] {
  return findLures(ads)
    .lures.slice(0, mostLures)
    .map(({ price, exchange = '', reasons = [] }) => {
      const reason = reasons.find((code) => !isFavourableReason(code))
      const words = sharedWords[language]
      return fillPlaceholders(pageWords[language].lure, {
        price: priceText(price, fiat, language),
        fiat,
        exchange: exchangeName(exchange),
        reason: reason === undefined ? words['trust.no'] : codeInWords(words, 'reason', reason),
      })
    })
}

const mostLures = 5

export const sharedWords: Readonly<Record<Language, SharedWords>> = { en, uk }

/** Formats a price with all published digits, and at least 2 decimals if the currency has cents. */
export const priceText = (price: number, fiat: string, language: Language): string =>
  new Intl.NumberFormat(language, {
    minimumFractionDigits: leastDigits(fiat),
    maximumFractionDigits: 8,
  }).format(price)

export const leastDigits = (fiat: string): number => (withoutCents.has(fiat) ? 0 : 2)

const withoutCents: ReadonlySet<string> = new Set(['VND', 'IDR'])

function kyivTime(iso: string, language: Language): string {
  return new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    timeZone: 'Europe/Kyiv',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(new Date(iso))
}
