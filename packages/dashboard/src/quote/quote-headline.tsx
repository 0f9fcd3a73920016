import type { Quote } from '@p2p-rates/contract'
import { useQuery } from '../api/use-query.js'
import { decimalsIn } from '../formats/decimals-in.js'
import { exchangeName } from '../listed/exchanges-fiats-and-plans.js'
import { useServices } from '../services-context.js'
import { quoteKind, requestedAmount, totalOf } from './quote-comparison.js'
import { amountText, moneyText } from './usdt-and-fiat-amounts.js'

/** "You get 447.63 USDT at 44.68 UAH each, in one trade on Bitget, 2.8 % below the official rate" */
export function QuoteHeadline({ quote }: { readonly quote: Quote }) {
  const { numbers, t, tRich, lang } = useServices()
  const { fiat, average_price: average, fills, unfilled } = quote
  if (average === null) return <p class="answer-none">{t('answer.none')}</p>
  const { unit, amount, filled } = requestedAmount(quote)
  const total = totalOf(quote, quote)
  const money = (value: number) => amountText(value, unit, fiat, numbers)
  const decimals = decimalsIn(fills, fiat)
  const places = [...new Set(fills.map(({ exchange }) => exchangeName(exchange)))]
  return (
    <div class="answer-headline">
      <p class="quiet small">
        {t(`answer.lead.${quoteKind(quote)}`)}{' '}
        {unfilled !== null && t('answer.part', { part: money(filled), asked: money(amount) })}
      </p>
      <p class="answer-sum">
        <b>{unit === 'fiat' ? numbers.usdt(total).main : moneyText(total, fiat, numbers)}</b>{' '}
        <span class="unit">{unit === 'fiat' ? 'USDT' : fiat}</span>
      </p>
      <p class="answer-line">
        {tRich('answer.trades', {
          n: fills.length,
          price: (
            <b class="nowrap">
              {numbers.price(average, decimals)} {fiat}
            </b>
          ),
          place:
            places.length > 2
              ? t('quote.plan.on_several', { n: places.length })
              : tRich('quote.plan.on_one', { exchange: <b>{new Intl.ListFormat(lang).format(places)}</b> }),
        })}{' '}
        <Compared fiat={fiat} average={average} decimals={decimals} />
      </p>
    </div>
  )
}

type ComparedProps = { readonly fiat: string; readonly average: number; readonly decimals: number }

/** Distance of the price from the official rate, or from the reference index if no official rate is known. */
function Compared({ fiat, average, decimals }: ComparedProps) {
  const { numbers, t } = useServices()
  const { answer } = useQuery('GET /index', { fiat })
  if (answer === null) return null
  const { official, value } = answer
  const rate = official?.rate ?? value
  const pct = (average / rate - 1) * 100
  const size = numbers.percent(Math.abs(pct))
  const what = official === null ? 'index' : 'official'
  return (
    <span class="faint compared">
      {t(`answer.${what}.${size === numbers.percent(0) ? 'equal' : pct < 0 ? 'below' : 'above'}`, {
        pct: size,
        rate: numbers.rounded(rate, decimals),
      })}
    </span>
  )
}
