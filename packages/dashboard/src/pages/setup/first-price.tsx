import type { BestPrice } from '@p2p-rates/contract'
import { useQuery } from '../../api/use-query.js'
import { decimalsOf } from '../../formats/numbers.js'
import { exchangeName } from '../../listed/exchanges-fiats-and-plans.js'
import { Button } from '../../parts/button.js'
import { useServices } from '../../services-context.js'

export function FirstPrice() {
  const { bootstrap, numbers, t, tRich } = useServices()
  const rates = useQuery('GET /rates', { fiat: bootstrap.fiat }).answer
  const account = useQuery('GET /account', {}).answer
  const price = (best: BestPrice) =>
    tRich('setup.price', {
      price: (
        <b>
          {numbers.price(best.price, decimalsOf([best.price], bootstrap.fiat))} {bootstrap.fiat}
        </b>
      ),
      exchange: exchangeName(best.exchange),
    })
  return (
    <>
      <dl class="facts small">
        {rates !== null && (
          <>
            <dt>{t('side.buy_at')}</dt>
            <dd>{price(rates.best_buy)}</dd>
            <dt>{t('side.sell_at')}</dt>
            <dd>{price(rates.best_sell)}</dd>
          </>
        )}
        {account !== null && (
          <>
            <dt>{t('setup.left')}</dt>
            <dd>
              {t('setup.left_of', {
                left: numbers.grouped(Math.max(0, account.monthly_quota - account.used_this_month)),
                quota: numbers.grouped(account.monthly_quota),
              })}
            </dd>
          </>
        )}
      </dl>
      <p class="ways">
        <Button kind="main" word={t('setup.open')} href="/dev" />
        <Button word={t('setup.webhook')} href="/dev/webhooks/new" />
        <Button kind="quiet" word={t('setup.docs')} href="/docs/quick-start" />
      </p>
    </>
  )
}
