import type { PlanName, Rates } from '@p2p-rates/contract'
import { decimalsOf } from '../../formats/numbers.js'
import { exchangeName } from '../../listed/exchanges-fiats-and-plans.js'
import { Button } from '../../parts/button.js'
import { useServices } from '../../services-context.js'
import '../../parts/nothing.css'

const neededPlan: PlanName = 'Pro'

export function ArbitrageNotInPlan({ rates }: { readonly rates: Rates | null }) {
  const { numbers, bootstrap, t } = useServices()
  const decimals = rates === null ? 0 : decimalsOf([rates.best_buy.price, rates.best_sell.price], rates.fiat)
  const spread = rates?.cross_exchange_spread_pct ?? null
  return (
    <section class="centred nothing">
      <h2>{t('arb.plan', { plan: neededPlan })}</h2>
      <p class="quiet">
        {bootstrap.account === null ? t('arb.plan.none') : t('arb.plan.yours', { plan: bootstrap.account.plan })}
      </p>
      {rates !== null && spread !== null && (
        <p>
          {t('arb.plan.instead', {
            buy: exchangeName(rates.best_buy.exchange),
            buy_price: numbers.price(rates.best_buy.price, decimals),
            sell: exchangeName(rates.best_sell.exchange),
            sell_price: numbers.price(rates.best_sell.price, decimals),
            percent: numbers.change(spread),
          })}
        </p>
      )}
      <p class="ways">
        <Button word={t('plan.compare')} href="/docs/keys-and-plans" />
        <Button kind="quiet" word={t('arb.plan.own')} href="/docs/self-hosting" />
      </p>
    </section>
  )
}
