import type { QuoteQuery } from '@p2p-rates/contract'

/** Trade that the user asks about. The amount is plain digits or empty. */
export type QuoteInput = {
  readonly side: 'buy' | 'sell'
  readonly amount: string
  readonly unit: 'fiat' | 'usdt'
  readonly method: string
}

export type QuoteInputProps = {
  readonly fiat: string
  readonly quoteInput: QuoteInput
  readonly onChoose: (change: Partial<QuoteInput>) => void
}

/** `null` without an amount: nothing is asked then. */
export const toQuoteQuery = (fiat: string, { side, amount, unit, method }: QuoteInput): QuoteQuery | null =>
  amount === ''
    ? null
    : {
        fiat,
        side: side === 'buy' ? 'BUY' : 'SELL',
        ...(unit === 'fiat' ? { amount: Number(amount) } : { amount_usdt: Number(amount) }),
        ...(method !== '' && { payment_method: method }),
        include: ['interval'],
      }
