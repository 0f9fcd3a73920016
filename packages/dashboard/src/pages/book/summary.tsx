import type { OrderbookCounts } from '@p2p-rates/contract'
import type { ComponentChild } from 'preact'
import { decimalsOf } from '../../formats/numbers.js'
import { LinkIfPageExists } from '../../parts/link-if-page-exists.js'
import { useServices } from '../../services-context.js'
import { marketRoute } from '../market/route.js'
import type { AdWithTrust } from './ad-with-trust.js'
import type { BookState } from './route.js'

type SummaryProps = {
  readonly view: BookState
  /** Null while they load. */
  readonly counts: OrderbookCounts | null
  readonly best: AdWithTrust | null
  readonly children: ComponentChild
}

/** "21 ads take 20,000 UAH, 17 trusted. Best: 444.84 USDT at 44.96" */
export function Summary({ view, counts, best, children }: SummaryProps) {
  const { numbers, settings, t, tRich } = useServices()
  const { fiat, side, amount, method } = view
  return (
    <div class="card row book-sum">
      <p class="counted">
        <b>
          {counts !== null &&
            (amount === ''
              ? t(settings.get('me') === '' ? 'book.counted' : 'book.counted.me', {
                  ...counts,
                  ads: t('count.ads', { n: counts.ads }),
                })
              : t('book.takes', { ...counts, n: counts.ads, amount: `${numbers.grouped(Number(amount))} ${fiat}` }))}
        </b>{' '}
        {best !== null &&
          tRich(amount === '' ? 'book.best_price' : side === 'buy' ? 'book.best_buy' : 'book.best_sell', {
            sum: <b>{numbers.usdt(Number(amount) / best.price).main} USDT</b>,
            price: <b>{numbers.price(best.price, decimalsOf([best.price], fiat))}</b>,
          })}{' '}
        <LinkIfPageExists class="nowrap" href={marketRoute.print({ fiat, side, amount, method })}>
          {t('book.compare')}
        </LinkIfPageExists>
      </p>
      {children}
    </div>
  )
}
