import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { useQuery } from '../api/use-query.js'
import { lazyPart } from '../parts/lazy-part.js'
import { Skeleton } from '../parts/skeleton.js'
import { useServices } from '../services.js'
import { questionOf, type WishProps } from './quote-input.js'
import './quote-box.css'

/** There is no result without an amount. */
const QuoteResult = lazyPart(async () => (await import('./quote-result.js')).QuoteResult, ['doubts', 'outcome'])

type QuoteBoxProps = WishProps & {
  readonly children: ComponentChildren
  /** Version of the prices; a change repeats the request. */
  readonly version: number
  readonly pricesAtMs: number | null
  readonly isNarrow?: boolean
  readonly onShown?: () => void
}

export function QuoteBox(props: QuoteBoxProps) {
  const { children, ...rest } = props
  const { fiat, wish, version, pricesAtMs, isNarrow = false } = rest
  const { settings, speech } = useServices()
  const asked = useQuery('GET /quote', questionOf(fiat, wish), { version })

  useEffect(() => {
    if (wish.amount !== '') settings.set('amount', wish.amount)
    if (wish.method !== '') settings.set('method', wish.method)
  }, [settings, wish.amount, wish.method])

  return (
    <section class={`panel quote ${isNarrow ? 'narrow' : ''}`} aria-label={speech.t('quote.title')}>
      {children}
      {wish.amount === '' ? (
        <p class="quiet">{speech.t('quote.empty')}</p>
      ) : (
        <QuoteResult
          {...rest}
          asked={asked}
          pricesAtMs={pricesAtMs}
          waiting={<Skeleton width="70%" height="2.25rem" />}
        />
      )}
    </section>
  )
}
