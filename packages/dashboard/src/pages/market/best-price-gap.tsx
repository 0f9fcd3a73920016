import type { Rates } from '@p2p-rates/contract'
import { exchangeName } from '../../listed/exchanges-fiats-and-plans.js'
import { useServices } from '../../services-context.js'

export function BestPriceGap({ rates, decimals }: { readonly rates: Rates; readonly decimals: number }) {
  const { numbers, tRich, t } = useServices()
  const { best_buy: buy, best_sell: sell } = rates
  // In as many decimals as the prices have: two would make nothing of a difference in EUR.
  const difference = Number((sell.price - buy.price).toFixed(decimals))
  const values = {
    a: exchangeName(buy.exchange),
    b: exchangeName(sell.exchange),
    money: `${numbers.price(Math.abs(difference), decimals)} ${rates.fiat}`,
  }
  const isOne = buy.exchange === sell.exchange
  const text = numbers.percent(Math.abs(sell.price / buy.price - 1) * 100)
  return (
    <p class="small quiet">
      {difference === 0
        ? t('between.even')
        : difference < 0
          ? tRich(isOne ? 'between.costs.one' : 'between.costs', {
              ...values,
              costs: <b>{t('between.costs.part', { pct: text })}</b>,
            })
          : tRich(isOne ? 'between.earns.one' : 'between.earns', {
              ...values,
              earns: <b>{t('between.earns.part', { pct: text })}</b>,
            })}
    </p>
  )
}
