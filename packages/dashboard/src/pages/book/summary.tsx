import type { ComponentChild } from 'preact'
import { decimalsOf } from '../../formats/numbers.js'
import { LinkIfPageExists } from '../../parts/link-if-page-exists.js'
import { useServices } from '../../services-context.js'
import { marketRoute } from '../market/route.js'
import type { AdWithTrust } from './ad-with-trust.js'
import type { BookState } from './route.js'
import type { Row } from './stable-row-order.js'

type SummaryProps = {
  readonly view: BookState
  /** Null while they load. */
  readonly rows: readonly Row[] | null
  readonly best: AdWithTrust | null
  readonly children: ComponentChild
}

/** "21 ads take 20,000 UAH, 17 trusted. Best: 444.84 USDT at 44.96" */
export function Summary({ view, rows, best, children }: SummaryProps) {
  const { numbers, t, tRich } = useServices()
  const { fiat, side, amount, method } = view
  const of = (is: (ad: AdWithTrust) => boolean) => rows?.filter(({ ad }) => is(ad)).length ?? 0
  const trusted = of((ad) => ad.trusted)
  return (
    <div class="card row book-sum">
      <p class="counted">
        <b>
          {rows === null
            ? ''
            : amount === ''
              ? t('book.counted', {
                  ads: t('count.ads', { n: rows.length }),
                  trusted,
                  eligible: of(({ eligible }) => eligible),
                })
              : t('book.takes', { n: rows.length, amount: `${numbers.grouped(Number(amount))} ${fiat}`, trusted })}
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
