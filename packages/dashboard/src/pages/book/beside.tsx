import { useState } from 'preact/hooks'
import { exchangeName } from '../../listed/names.js'
import { NotInPlan } from '../../parts/not-in-plan.js'
import { Segments } from '../../parts/segments.js'
import { QuoteBox } from '../../quote/quote-box.js'
import type { Wish } from '../../quote/wish.js'
import { useServices } from '../../services.js'
import { DepthSection } from './depth-section.js'
import type { BookState } from './entry.js'

type BesideProps = {
  readonly view: BookState
  readonly choose: (change: Partial<BookState>) => void
  /** Whether the reader's plan has quotes. */
  readonly hasQuote: boolean
  readonly version: number
  readonly pricesAtMs: number | null
}

/** The column next to the ads, below them on phones: what the filtered amount costs, and the depth. */
export function Beside({ view, choose, hasQuote, version, pricesAtMs }: BesideProps) {
  const { say } = useServices().speech
  const [isAnywhere, setAnywhere] = useState(false)
  const { fiat, side, amount, method, exchange } = view
  const wish: Wish = { side, amount, unit: 'fiat', method, exchange: isAnywhere ? null : exchange, narrowed: view }

  /** Side, method and amount are filters of the list. */
  function change({ exchange, method, amount }: Partial<Wish>): void {
    if (exchange !== undefined) setAnywhere(exchange === null)
    if (method !== undefined || amount !== undefined)
      choose({ ...(method !== undefined && { method }), ...(amount !== undefined && { amount }) })
  }

  return (
    <div class="book-side">
      {hasQuote ? (
        <QuoteBox fiat={fiat} wish={wish} version={version} pricesAtMs={pricesAtMs} onChoose={change} isNarrow>
          <h2>{say('quote.title')}</h2>
          {amount !== '' && (
            <Segments
              label={say('book.quote_on')}
              value={isAnywhere ? 'all' : 'one'}
              options={[
                { value: 'one', label: exchangeName(exchange) },
                { value: 'all', label: say('book.quote_on.all') },
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
