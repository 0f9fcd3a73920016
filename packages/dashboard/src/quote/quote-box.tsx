import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { useQuery } from '../api/use-query.js'
import { lazyPart } from '../parts/lazy-part.js'
import { Skeleton } from '../parts/skeleton.js'
import { useServices } from '../services-context.js'
import { type QuoteInputProps, toQuoteQuery } from './quote-input.js'
import './quote-box.css'

/** There is no result without an amount. */
const QuoteResult = lazyPart(async () => (await import('./quote-result.js')).QuoteResult, ['doubts', 'outcome'])

type QuoteBoxProps = QuoteInputProps & {
  readonly children: ComponentChildren
  /** Version of the prices; a change repeats the request. */
  readonly version: number
  readonly pricesAtMs: number | null
  readonly isNarrow?: boolean
  readonly onShown?: () => void
}

export function QuoteBox(props: QuoteBoxProps) {
  const { children, ...rest } = props
  const { fiat, quoteInput, version, pricesAtMs, isNarrow = false } = rest
  const { settings, translator } = useServices()
  const quoteState = useQuery('GET /quote', toQuoteQuery(fiat, quoteInput), { version })

  useEffect(() => {
    if (quoteInput.amount !== '') settings.set('amount', quoteInput.amount)
    if (quoteInput.method !== '') settings.set('method', quoteInput.method)
  }, [settings, quoteInput.amount, quoteInput.method])

  return (
    <section class={`panel stack-wide quote ${isNarrow ? 'narrow' : ''}`} aria-label={translator.t('quote.title')}>
      {children}
      {quoteInput.amount === '' ? (
        <p class="quiet">{translator.t('quote.empty')}</p>
      ) : (
        <QuoteResult
          {...rest}
          quoteState={quoteState}
          pricesAtMs={pricesAtMs}
          fallback={<Skeleton width="70%" height="2.25rem" />}
        />
      )}
    </section>
  )
}
