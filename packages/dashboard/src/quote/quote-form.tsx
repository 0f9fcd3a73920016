import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { useKeys } from '../keys/use-keys.js'
import { exchangeName } from '../listed/names.js'
import { AmountField } from '../parts/amount-field.js'
import { Choice } from '../parts/choice.js'
import { MethodPicker } from '../parts/method-picker.js'
import { useServices } from '../services.js'
import type { Wish } from './wish.js'

export type QuoteFormProps = {
  readonly fiat: string
  readonly wish: Wish
  /** Given where one can choose an exchange. */
  readonly exchanges?: readonly string[]
  readonly onChoose: (change: Partial<Wish>) => void
  readonly onType: (change: Pick<Wish, 'amount'>) => void
}

/** The sentence as a form. Each language orders its words freely. */
export function QuoteForm({ fiat, wish, exchanges, onChoose, onType }: QuoteFormProps) {
  const { speech, numbers } = useServices()
  const { say, show } = speech
  const [focused, focus] = useState(0)
  // Beside a list of ads these keys are those of its filters.
  useKeys(
    exchanges === undefined
      ? [
          { keys: '/', word: 'keys.amount', act: () => focus((times) => times + 1) },
          { keys: 'b', word: 'keys.buy', act: () => onChoose({ side: 'buy' }) },
          { keys: 's', word: 'keys.sell', act: () => onChoose({ side: 'sell' }) },
        ]
      : [],
  )

  const slots = {
    side: (
      <Choice
        size="large"
        label={say('quote.side')}
        icon={wish.side}
        value={wish.side}
        options={[
          { value: 'buy', label: say('side.buy') },
          { value: 'sell', label: say('side.sell') },
        ]}
        onChoose={(side) => onChoose({ side })}
      />
    ),
    amount: (
      <AmountField
        size="large"
        label={say('quote.amount')}
        value={wish.amount}
        placeholder={numbers.grouped(20_000)}
        focused={focused}
        onType={(amount) => onType({ amount })}
      />
    ),
    unit: (
      <Choice
        size="large"
        label={say('quote.unit')}
        value={wish.unit}
        options={[
          { value: 'fiat', label: fiat },
          { value: 'usdt', label: 'USDT' },
        ]}
        onChoose={(unit) => onChoose({ unit })}
      />
    ),
    method: <MethodPicker size="large" fiat={fiat} value={wish.method} onPick={(method) => onChoose({ method })} />,
  }

  return (
    <div class="quote-form">
      {exchanges === undefined
        ? show('quote.sentence', slots).map(word)
        : show('quote.sentence_on', {
            ...slots,
            exchange: (
              <Choice
                size="large"
                label={say('quote.exchange')}
                value={wish.exchange ?? ''}
                options={[
                  { value: '', label: say('quote.any_exchange') },
                  ...exchanges.map((id) => ({ value: id, label: exchangeName(id) })),
                ]}
                onChoose={(id) => onChoose({ exchange: id === '' ? null : id })}
              />
            ),
          }).map(word)}
    </div>
  )
}

/** Words stand as pieces of their own, so that lines break between words and controls alike. */
const word = (piece: unknown) =>
  typeof piece === 'string' ? piece.trim() !== '' && <span>{piece.trim()}</span> : (piece as VNode)
