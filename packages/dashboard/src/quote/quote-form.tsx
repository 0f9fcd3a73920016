import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { useShortcuts } from '../keys/use-shortcuts.js'
import { useLiveRates } from '../live/use-live-rates.js'
import { AmountField } from '../parts/amount-field.js'
import { MethodPicker } from '../parts/method-picker.js'
import { Select } from '../parts/select.js'
import { useServices } from '../services-context.js'
import { exampleAmount } from './example-amount.js'
import type { QuoteInput, QuoteInputProps } from './quote-input.js'

type QuoteFormProps = QuoteInputProps & { readonly onType: (change: Pick<QuoteInput, 'amount'>) => void }

export function QuoteForm({ fiat, quoteInput, onChoose, onType }: QuoteFormProps) {
  const { numbers, t, tRich } = useServices()
  const { rates } = useLiveRates()
  const [focused, focus] = useState(0)
  useShortcuts([
    { keys: '/', word: 'keys.amount', act: () => focus((times) => times + 1) },
    { keys: 'b', word: 'keys.buy', act: () => onChoose({ side: 'buy' }) },
    { keys: 's', word: 'keys.sell', act: () => onChoose({ side: 'sell' }) },
  ])
  const example = exampleAmount(quoteInput.unit, rates?.fiat === fiat ? rates.best_buy.price : null)

  const slots = {
    side: (
      <Select
        size="large"
        label={t('quote.side')}
        icon={quoteInput.side}
        value={quoteInput.side}
        options={[
          { value: 'buy', label: t('side.buy') },
          { value: 'sell', label: t('side.sell') },
        ]}
        onChoose={(side) => onChoose({ side })}
      />
    ),
    amount: (
      <AmountField
        size="large"
        label={t('quote.amount')}
        value={quoteInput.amount}
        placeholder={example === null ? '' : numbers.grouped(example)}
        focused={focused}
        onType={(amount) => onType({ amount })}
      />
    ),
    unit: (
      <Select
        size="large"
        label={t('quote.unit')}
        value={quoteInput.unit}
        options={[
          { value: 'fiat', label: fiat },
          { value: 'usdt', label: 'USDT' },
        ]}
        onChoose={(unit) => onChoose({ unit })}
      />
    ),
    method: (
      <MethodPicker size="large" fiat={fiat} value={quoteInput.method} onPick={(method) => onChoose({ method })} />
    ),
  }

  return <div class="row quote-form">{tRich('quote.sentence', slots).map(word)}</div>
}

/** Words stand as pieces of their own, so that lines break between words and controls alike. */
const word = (piece: unknown) =>
  typeof piece === 'string' ? piece.trim() !== '' && <span>{piece.trim()}</span> : (piece as VNode)
