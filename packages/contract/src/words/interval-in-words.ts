import type { PriceInterval, Quote } from '../generated/types.js'
import type { SharedWords } from './shared-words.js'

type Bounded = Pick<Quote, 'side' | 'fiat' | 'amount' | 'amount_usdt'> & Partial<Pick<Quote, 'interval'>>

/** Sum paid (rounded up) or received (rounded down) at the bound for 9 of 10 cases; `null` without a bound, and from an older server. */
export function quoteBound({ side, fiat, amount, amount_usdt: usdt, interval }: Bounded) {
  const bound = worstPrice(side, interval)
  if (bound === null) return null
  const kind: 'gets' | 'pays' = (side === 'BUY') === (amount === null) ? 'pays' : 'gets'
  const sum = amount === null ? (usdt ?? 0) * bound : amount / bound
  const cents = Number((100 * sum).toFixed(6))
  return {
    kind,
    value: (kind === 'pays' ? Math.ceil(cents) : Math.floor(cents)) / 100,
    unit: amount === null ? fiat : 'USDT',
  }
}

/** "In 9 of 10 cases you get at least 446.10 USDT. First order succeeds: 84 %." */
export function intervalInWords(
  words: SharedWords,
  quote: Bounded,
  money: (value: number, unit: string) => string,
): string {
  const bound = quoteBound(quote)
  if (bound === null) return whyUnbounded(words, quote.interval)
  const { kind, value, unit } = bound
  return withFirst(
    words,
    words[`interval.${kind}`].replace('{sum}', () => money(value, unit)),
    quote.interval,
  )
}

/** The same for a best price without an amount. */
export function priceBoundInWords(
  words: SharedWords,
  side: Quote['side'],
  interval: PriceInterval | undefined,
  price: (value: number) => string,
): string {
  const bound = worstPrice(side, interval)
  if (bound === null) return whyUnbounded(words, interval)
  const text = words[side === 'BUY' ? 'interval.buys' : 'interval.sells']
  return withFirst(
    words,
    text.replace('{price}', () => price(bound)),
    interval,
  )
}

const worstPrice = (side: Quote['side'], interval: PriceInterval | undefined): number | null =>
  (side === 'BUY' ? interval?.high : interval?.low) ?? null

function withFirst(words: SharedWords, text: string, interval: PriceInterval | undefined): string {
  const pct = interval?.first_honoured_pct ?? null
  return pct === null ? text : `${text} ${words['interval.first'].replace('{pct}', () => String(Math.round(pct)))}`
}

/** Empty if there is no price. */
const whyUnbounded = (words: Partial<SharedWords>, interval: PriceInterval | undefined): string =>
  words[`interval.none.${interval?.reason}` as keyof SharedWords] ?? ''
