import type { Quote } from '@p2p-rates/contract'
import { decimalsIn } from '../formats/decimals-in.js'
import { createNumbers } from '../formats/numbers.js'
import { exchangeName } from '../listed/exchanges-fiats-and-plans.js'
import type { Translator } from '../words/translator.js'
import { quoteKind, requestedAmount } from './quote-comparison.js'
import { amountText, moneyText, usdtText } from './usdt-and-fiat-amounts.js'

/** Deal as lines of text for a message. Advertisers' names are left out. */
export function quoteText(quote: Quote, address: string, translator: Translator): string {
  const { t, lang } = translator
  const numbers = createNumbers(lang)
  const { fiat, fills, average_price: average } = quote
  const fiatOf = (value: number) => amountText(value, 'fiat', fiat, numbers)
  const { unit, amount, filled } = requestedAmount(quote)
  const money = (value: number) => amountText(value, unit, fiat, numbers)
  const decimals = decimalsIn(fills, fiat)
  const price = (value: number) => numbers.price(value, decimals)
  const values = {
    usdt: usdtText(quote.total_usdt, numbers),
    fiat: fiatOf(quote.total_fiat),
    trades: t('quote.trades', { n: fills.length, price: price(average ?? 0) }),
  }
  const kind = quoteKind(quote)
  return [
    quote.unfilled === null
      ? t(`quote.lead.${kind}`, values)
      : t(`quote.part.${kind}`, {
          ...values,
          part: unit === 'fiat' ? moneyText(filled, fiat, numbers) : numbers.grouped(filled),
          asked: money(amount),
        }),
    ...fills.map((fill) =>
      t('quote.text.trade', {
        exchange: exchangeName(fill.exchange),
        fiat: fiatOf(fill.fiat),
        price: price(fill.price),
        usdt: usdtText(fill.usdt, numbers),
      }),
    ),
    address,
  ].join('\n')
}
