import type { QuoteQuery } from '@p2p-rates/contract'
import { type AppliedFilters, filtersQuery, noFilters } from './applied-filters.js'

/** Trade that the user asks about. The amount is plain digits or empty. */
export type QuoteInput = {
  readonly side: 'buy' | 'sell'
  readonly amount: string
  readonly unit: 'fiat' | 'usdt'
  readonly method: string
  readonly exchange: string | null
  /** Filters on ads; if absent, all ads count. */
  readonly filters?: AppliedFilters
}

export type QuoteInputProps = {
  readonly fiat: string
  readonly quoteInput: QuoteInput
  readonly onChoose: (change: Partial<QuoteInput>) => void
}

/** `null` without an amount: nothing is asked then. */
export const toQuoteQuery = (
  fiat: string,
  { side, amount, unit, method, exchange, filters = noFilters }: QuoteInput,
): QuoteQuery | null =>
  amount === ''
    ? null
    : {
        fiat,
        side: side === 'buy' ? 'BUY' : 'SELL',
        ...(unit === 'fiat' ? { amount: Number(amount) } : { amount_usdt: Number(amount) }),
        ...(exchange === null ? {} : { exchange }),
        ...filtersQuery(method, filters),
      }
