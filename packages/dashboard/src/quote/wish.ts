import type { QuoteQuery } from '@p2p-rates/contract'

/** What one wants to trade. The amount is in plain digits, or empty. */
export type Wish = {
  readonly side: 'buy' | 'sell'
  readonly amount: string
  readonly unit: 'fiat' | 'usdt'
  readonly method: string
  readonly exchange: string | null
  /** Only ads of merchants; anybody's when absent. */
  readonly merchants?: boolean
}

/** `null` without an amount: nothing is asked then. */
export const questionOf = (
  fiat: string,
  { side, amount, unit, method, exchange, merchants }: Wish,
): QuoteQuery | null =>
  amount === ''
    ? null
    : {
        fiat,
        side: side === 'buy' ? 'BUY' : 'SELL',
        ...(unit === 'fiat' ? { amount: Number(amount) } : { amount_usdt: Number(amount) }),
        ...(method === '' ? {} : { payment_method: method }),
        ...(exchange === null ? {} : { exchange }),
        ...(merchants === true && { merchant: true }),
      }
