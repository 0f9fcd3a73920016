import type { Quote } from '@p2p-rates/contract'
import { useQuery } from '../api/use-query.js'
import { useServices } from '../services-context.js'
import { compareQuotes } from './quote-comparison.js'
import { type QuoteInputProps, toQuoteQuery } from './quote-input.js'

export function AllExchangesHint({ quote, fiat, quoteInput, onChoose }: QuoteInputProps & { readonly quote: Quote }) {
  const { numbers, t } = useServices()
  const isAlone = quoteInput.exchange !== null && quote.unfilled === null
  const { answer: best } = useQuery(
    'GET /quote',
    isAlone ? toQuoteQuery(fiat, { ...quoteInput, exchange: null }) : null,
  )
  if (!isAlone || best === null || best.unfilled !== null) return null

  const compared = compareQuotes(best, quote)
  if (compared.kind !== 'less' && compared.kind !== 'more') return null
  // Reverse the comparison: less on one exchange is more on all of them.
  const other = compared.kind === 'less' ? 'more' : 'less'
  const difference = t(`quote.${other}`, {
    sum: numbers.difference(compared.difference),
    unit: compared.unit === 'fiat' ? fiat : 'USDT',
  })
  return (
    <p class="small">
      {t('quote.together', { difference, trades: t('count.trades', { n: best.fills.length }) })}{' '}
      <button type="button" class="link" onClick={() => onChoose({ exchange: null })}>
        {t('quote.compare')}
      </button>
    </p>
  )
}
