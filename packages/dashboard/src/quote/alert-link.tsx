import type { Quote } from '@p2p-rates/contract'
import { decimalsOf } from '../formats/numbers.js'
import { LinkIfPageExists } from '../parts/link-if-page-exists.js'
import { useServices } from '../services-context.js'

/** Leads to a prepared webhook for the next better round price. */
export function AlertLink({ quote, method }: { readonly quote: Quote; readonly method: string }) {
  const { numbers, t } = useServices()
  const { side, fiat, average_price: average } = quote
  if (average === null) return null
  const isBuying = side === 'BUY'
  const price = betterRoundPrice(average, isBuying)
  const query = new URLSearchParams({
    ...(!isBuying && { event: 'best_sell' }),
    fiat,
    threshold: String(price),
    ...(method !== '' && { method }),
  })
  return (
    <LinkIfPageExists href={`/dev/webhooks/new?${query.toString()}`}>
      {t(isBuying ? 'answer.alert.below' : 'answer.alert.above', {
        price: numbers.price(price, decimalsOf([price], fiat)),
      })}
    </LinkIfPageExists>
  )
}

/** The next better price in steps of about 1 %: 44.5 for a buyer at 44.68. */
export function betterRoundPrice(price: number, isLower: boolean): number {
  const power = 10 ** Math.floor(Math.log10(price))
  const step = (power / 100) * (price / power >= 2 ? 5 : 1)
  // A price less than a tenth of a step away is no news.
  const steps = isLower ? Math.ceil(price / step - 0.1) - 1 : Math.floor(price / step + 0.1) + 1
  return Number((steps * step).toPrecision(6))
}
