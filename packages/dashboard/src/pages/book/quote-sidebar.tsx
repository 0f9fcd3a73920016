import { useState } from 'preact/hooks'
import { exchangeName } from '../../listed/exchanges-fiats-and-plans.js'
import { NotInPlan } from '../../parts/not-in-plan.js'
import { SegmentedControl } from '../../parts/segmented-control.js'
import { QuoteBox } from '../../quote/quote-box.js'
import type { QuoteInput } from '../../quote/quote-input.js'
import { useServices } from '../../services-context.js'
import { DepthSection } from './depth-section.js'
import type { BookState } from './route.js'

type SideQuoteProps = {
  readonly view: BookState
  readonly choose: (change: Partial<BookState>) => void
  readonly hasQuote: boolean
  readonly version: number
  readonly pricesAtMs: number | null
}

export function QuoteSidebar({ view, choose, hasQuote, version, pricesAtMs }: SideQuoteProps) {
  const { t } = useServices()
  const [isAnywhere, setAnywhere] = useState(false)
  const { fiat, side, amount, method, exchange } = view
  const quoteInput: QuoteInput = {
    side,
    amount,
    unit: 'fiat',
    method,
    exchange: isAnywhere ? null : exchange,
    filters: view,
  }

  /** Side, method and amount are filters of the list. */
  function change({ exchange, method, amount }: Partial<QuoteInput>): void {
    if (exchange !== undefined) setAnywhere(exchange === null)
    if (method !== undefined || amount !== undefined)
      choose({ ...(method !== undefined && { method }), ...(amount !== undefined && { amount }) })
  }

  return (
    <div class="book-side">
      {hasQuote ? (
        <QuoteBox
          fiat={fiat}
          quoteInput={quoteInput}
          version={version}
          pricesAtMs={pricesAtMs}
          onChoose={change}
          isNarrow
        >
          <h2>{t('quote.title')}</h2>
          {amount !== '' && (
            <SegmentedControl
              label={t('book.quote_on')}
              value={isAnywhere ? 'all' : 'one'}
              options={[
                { value: 'one', label: exchangeName(exchange) },
                { value: 'all', label: t('book.quote_on.all') },
              ]}
              onChoose={(where) => setAnywhere(where === 'all')}
            />
          )}
        </QuoteBox>
      ) : (
        <NotInPlan what="quote.not_in_plan" feature="quote" />
      )}
      <DepthSection view={view} amount={amount} version={version} />
    </div>
  )
}
