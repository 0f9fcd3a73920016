import type { Quote } from '@p2p-rates/contract'
import { decimalsOf } from '../formats/numbers.js'
import { LinkIfPageExists } from '../parts/link-if-page-exists.js'
import { useServices } from '../services-context.js'
import { betterRoundPrice } from './better-round-price.js'

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
