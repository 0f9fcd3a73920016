import type { Deal, Quote } from '@p2p-rates/contract'

export type QuoteKind = 'buy_fiat' | 'buy_usdt' | 'sell_fiat' | 'sell_usdt'

export const quoteKind = ({ side, amount }: Pick<Quote, 'side' | 'amount'>): QuoteKind =>
  `${side === 'BUY' ? 'buy' : 'sell'}_${amount === null ? 'usdt' : 'fiat'}`

export function requestedAmount(quote: Quote) {
  const unit: 'fiat' | 'usdt' = quote.amount === null ? 'usdt' : 'fiat'
  return {
    unit,
    amount: quote.amount ?? quote.amount_usdt ?? 0,
    filled: unit === 'fiat' ? quote.total_fiat : quote.total_usdt,
  }
}

export type Difference =
  | { readonly kind: 'same' }
  | {
      readonly kind: 'less' | 'more'
      readonly unit: 'fiat' | 'usdt'
      readonly difference: number
      /** The other deal gives less, or takes more. */
      readonly isWorse: boolean
    }
  /** It cannot be filled there. */
  | { readonly kind: 'part'; readonly unit: 'fiat' | 'usdt'; readonly filled: number }

export type Comparison = Difference & {
  readonly exchange: string
  readonly trades: number
  /** Sum that the amount brings or costs there, in the unit of the difference. */
  readonly total: number
}

/** The exchanges that can do it alone, best first, without the one on which the best deal lies alone. */
export function compareAlternatives(quote: Quote): readonly Comparison[] {
  const used = new Set(quote.fills.map(({ exchange }) => exchange))
  return quote.alternatives
    .filter(({ exchange, average_price }) => average_price !== null && !(used.size === 1 && used.has(exchange)))
    .map((alternative) => ({
      ...compareQuotes(quote, alternative),
      exchange: alternative.exchange,
      trades: alternative.fills.length,
      total: totalOf(quote, alternative),
    }))
    .toSorted((a, b) => costOf(a) - costOf(b))
}

/** Result of the amount: fiat for an amount in USDT, USDT for an amount in fiat. */
export const totalOf = ({ amount }: Pick<Quote, 'amount'>, deal: Deal): number =>
  amount === null ? deal.total_fiat : deal.total_usdt

function compareQuotes(best: Quote, other: Deal): Difference {
  const kind = quoteKind(best)
  const inFiat = kind === 'buy_usdt' || kind === 'sell_usdt'
  if (other.unfilled !== null)
    return inFiat
      ? { kind: 'part', unit: 'usdt', filled: other.total_usdt }
      : { kind: 'part', unit: 'fiat', filled: other.total_fiat }
  const difference = inFiat ? other.total_fiat - best.total_fiat : other.total_usdt - best.total_usdt
  if (Math.abs(difference) < 0.005 || best.unfilled !== null) return { kind: 'same' }
  const isMore = difference > 0
  return {
    kind: isMore ? 'more' : 'less',
    unit: inFiat ? 'fiat' : 'usdt',
    difference: Math.abs(difference),
    isWorse: isMore === isCost(kind),
  }
}

/** True if the caller pays or gives the total; false if the caller gets it. */
export const isCost = (kind: QuoteKind): boolean => kind === 'buy_usdt' || kind === 'sell_fiat'

function costOf(one: Comparison): number {
  if (one.kind === 'same') return 0
  if (one.kind === 'part') return Number.MAX_VALUE - one.filled
  return one.isWorse ? one.difference : -one.difference
}
