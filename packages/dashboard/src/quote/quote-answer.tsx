import type { Quote, Source } from '@p2p-rates/contract'
import { useEffect, useState } from 'preact/hooks'
import type { QueryState } from '../api/use-query.js'
import { freshForSeconds } from '../formats/durations.js'
import { useShortcuts } from '../keys/use-shortcuts.js'
import { useTicking } from '../parts/age.js'
import { ErrorBanner } from '../parts/error-banner.js'
import { useCopy } from '../parts/use-copy.js'
import { useServices } from '../services-context.js'
import { OpenAdButton } from './ad-link.js'
import { AlertLink } from './alert-link.js'
import { Believe } from './believe.js'
import { Bound } from './bound.js'
import { Elsewhere } from './elsewhere.js'
import { QuoteHeadline } from './quote-headline.js'
import type { QuoteInputProps } from './quote-input.js'
import { quoteText } from './quote-text.js'
import { TradePlanChoice } from './trade-plan-choice.js'
import { TradesTable } from './trades-table.js'
import { UnfilledQuoteHint } from './unfilled-quote-hint.js'
import './quote-answer.css'

type QuoteAnswerProps = QuoteInputProps & {
  readonly quoteState: QueryState<Quote>
  readonly sources: readonly Source[]
  /** Address of this question, for a copy. */
  readonly address: string
  /** The typed amount is invalid: an answer to an earlier one only keeps its place. */
  readonly isBlank?: boolean
  readonly onShown: () => void
}

/** The answer to the sentence. An older answer stays, dimmed, until the new one arrives. */
export function QuoteAnswer(props: QuoteAnswerProps) {
  const { quoteState, sources, fiat, quoteInput, address, isBlank = false, onShown } = props
  const { translator, t } = useServices()
  const copy = useCopy()
  const { answer: recommended, error, isOld } = quoteState
  const [choice, choose] = useState<PlanSelection | null>(null)
  const quote = recommended && withChosenPlan(recommended, choice)
  const readAt = quote?.updated_at ?? null
  const isStale = useTicking((nowMs) => readAt !== null && nowMs - Date.parse(readAt) > freshForSeconds * 1000)
  const copyText = () => quote !== null && !isBlank && void copy(quoteText(quote, address, translator), true)
  useShortcuts([{ keys: 'c', word: 'keys.copy', act: copyText }])
  const isShown = quote !== null || error !== null
  useEffect(() => {
    if (isShown) onShown()
  }, [isShown])
  const banner = error !== null && (
    <ErrorBanner
      error={error}
      refetch={quoteState.refetch}
      facts={{ fiat, field: fieldOf(error.param, t), what: t('sentence.title') }}
    />
  )
  if (
    quote === null ||
    recommended === null ||
    error?.code === 'invalid_parameter' ||
    error?.code === 'data_unavailable'
  )
    return banner || <div class="answer-place" />

  const { plans } = recommended
  const shown = plans.find(({ fills }) => fills === quote.fills) ?? plans.find((plan) => plan.recommended)
  const [fill] = quote.fills
  return (
    <div class={`answer ${isBlank ? 'blank' : isOld || isStale ? 'old' : ''}`} aria-busy={isOld}>
      <div class="stack answer-now">
        {isStale && (
          <p class="is-bad">
            <b>{t('price.stale')}</b>
          </p>
        )}
        {banner}
        <QuoteHeadline quote={quote} />
        {quote.unfilled !== null && <UnfilledQuoteHint {...props} quote={quote} />}
        {fill !== undefined && (
          <>
            <Believe quote={quote} compared={recommended} sources={sources} />
            <p class="row">
              <OpenAdButton
                fill={fill}
                fiat={fiat}
                quoteInput={quoteInput}
                trades={quote.fills.length}
                isMain={quote.confidence.level !== 'low'}
              />
              <span class="row small quiet not-printed">
                <button type="button" class="link" onClick={copyText}>
                  {t('share.text')}
                </button>
                <AlertLink quote={quote} method={quoteInput.method} />
              </span>
            </p>
            <Bound quote={quote} />
          </>
        )}
      </div>
      <Elsewhere quote={recommended} sources={sources} fiat={fiat} quoteInput={quoteInput} />
      {(plans.length > 1 || quote.fills.length > 1) && (
        <div class="stack answer-trades">
          {shown !== undefined && plans.length > 1 && (
            <TradePlanChoice
              quote={recommended}
              shown={shown}
              onShow={(plan) => choose({ quote: recommended, place: plans.indexOf(plan) })}
            />
          )}
          {quote.fills.length > 1 && <TradesTable quote={quote} />}
        </div>
      )}
    </div>
  )
}

/** A plan that the reader chose, of this answer alone: another answer has other plans. */
type PlanSelection = { readonly quote: Quote; readonly place: number }

function withChosenPlan(quote: Quote, selection: PlanSelection | null): Quote {
  const plan = selection?.quote === quote ? quote.plans[selection.place] : undefined
  if (plan === undefined) return quote
  const { average_price, worst_price, total_fiat, total_usdt, fills } = plan
  const { interval: _, ...rest } = quote
  return { ...rest, average_price, worst_price, total_fiat, total_usdt, fills }
}

const fieldOf = (param: string | null, say: (name: 'method.label' | 'sentence.amount') => string): string =>
  say(param === 'payment_method' ? 'method.label' : 'sentence.amount')
