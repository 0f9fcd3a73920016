import type { Quote } from '@p2p-rates/contract'
import { useQuery } from '../api/use-query.js'
import { decimalsOf, plainDigits } from '../formats/numbers.js'
import { exchangeName } from '../listed/exchanges-fiats-and-plans.js'
import { useServices } from '../services-context.js'
import { requestedAmount } from './quote-comparison.js'
import { type QuoteInputProps, toQuoteQuery } from './quote-input.js'
import { amountText } from './usdt-and-fiat-amounts.js'

export function UnfilledQuoteHint({ quote, fiat, quoteInput, onChoose }: QuoteInputProps & { readonly quote: Quote }) {
  const { numbers, t, tRich } = useServices()
  const wider = { ...quoteInput, method: '' }
  const { answer: other } = useQuery('GET /quote', quoteInput.method === '' ? null : toQuoteQuery(fiat, wider))
  const { unfilled } = quote
  if (unfilled === null) return null

  const { unit, filled } = requestedAmount(quote)
  const money = (value: number) => amountText(value, unit, fiat, numbers)
  const reason = reasons.find((one) => one === unfilled.reason) ?? 'not_enough_depth'
  const least = unfilled.smallest_trade
  return (
    <p>
      {reason === 'no_ads' ? t('unfilled.no_ads') : t(`unfilled.${reason}`, { amount: money(unfilled.amount) })}{' '}
      {other !== null && other.unfilled === null && other.average_price !== null ? (
        tRich('quote.fills_it', {
          change: (
            <button type="button" class="link" onClick={() => onChoose({ method: '' })}>
              {t('method.any')}
            </button>
          ),
          price: numbers.price(other.average_price, decimalsOf([other.average_price], fiat)),
        })
      ) : filled > 0 ? (
        <button type="button" class="link" onClick={() => onChoose({ amount: plainDigits(filled) })}>
          {t('quote.take_part', { amount: money(filled) })}
        </button>
      ) : (
        least !== undefined && (
          <>
            {t('price.least', {
              usdt: numbers.grouped(least.from_usdt),
              fiat: amountText(least.from_fiat, 'fiat', fiat, numbers),
              exchange: exchangeName(least.exchange),
            })}{' '}
            <b>{numbers.price(least.price, decimalsOf([least.price], fiat))}</b>
          </>
        )
      )}
    </p>
  )
}

const reasons = ['no_ads', 'below_minimum', 'not_enough_depth'] as const
