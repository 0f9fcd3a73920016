import { NotInPlan } from '../../parts/not-in-plan.js'
import { QuoteBox } from '../../quote/quote-box.js'
import { DepthSection } from './depth-section.js'
import type { OwnWish } from './own-wish.js'
import type { BookView } from './use-book.js'

type BesideProps = {
  readonly view: BookView
  readonly own: OwnWish
  readonly exchanges: readonly string[]
  /** Whether the reader's plan has quotes. */
  readonly hasQuote: boolean
  readonly version: number
  readonly pricesAtMs: number | null
}

/** Beside the ads, or below them: what an amount really costs here, and how much there is up to each price. */
export function Beside({ view, own, exchanges, hasQuote, version, pricesAtMs }: BesideProps) {
  const { wish } = own
  return (
    <div class="book-side">
      {hasQuote ? (
        <QuoteBox
          fiat={view.fiat}
          wish={wish}
          exchanges={exchanges}
          version={version}
          pricesAtMs={pricesAtMs}
          onChoose={own.change}
          onType={own.type}
          isNarrow
        />
      ) : (
        <NotInPlan what="quote.not_in_plan" feature="quote" />
      )}
      <DepthSection view={view} amount={wish.unit === 'fiat' ? wish.amount : ''} version={version} />
    </div>
  )
}
