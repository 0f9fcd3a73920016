import type { ComponentChild, VNode } from 'preact'
import { useState } from 'preact/hooks'
import { useShortcuts } from '../keys/use-shortcuts.js'
import { AmountField } from '../parts/amount-field.js'
import { type FiatCode, FiatPicker } from '../parts/fiat-picker.js'
import { MethodPicker } from '../parts/method-picker.js'
import { Select } from '../parts/select.js'
import { useServices } from '../services-context.js'
import './sentence.css'

type SentenceInput = {
  readonly side: 'buy' | 'sell'
  readonly amount: string
  readonly fiat: FiatCode
  readonly method: string
}

type SentenceProps = SentenceInput & {
  /** The sentence with its controls in the slots. */
  readonly write: (slots: Readonly<Record<keyof SentenceInput, VNode>>) => ComponentChild[]
  readonly placeholder?: string
  readonly isSuggested?: boolean
  readonly onChoose: (change: Partial<Omit<SentenceInput, 'amount'>>) => void
  readonly onType: (amount: string) => void
  readonly onWrong?: (isWrong: boolean) => void
  readonly children?: ComponentChild
}

/** A form that reads as a sentence. */
export function Sentence(props: SentenceProps) {
  const {
    side,
    amount,
    fiat,
    method,
    write,
    placeholder = '',
    isSuggested = false,
    onChoose,
    onType,
    onWrong,
    children,
  } = props
  const { t } = useServices()
  const [focused, focus] = useState(0)
  useShortcuts([
    { keys: '/', word: 'keys.amount', act: () => focus((times) => times + 1) },
    { keys: 'b', word: 'keys.buy', act: () => onChoose({ side: 'buy' }) },
    { keys: 's', word: 'keys.sell', act: () => onChoose({ side: 'sell' }) },
  ])

  const slots = {
    side: (
      <Select
        size="large"
        label={t('sentence.side')}
        value={side}
        options={[
          { value: 'buy', label: t('side.buy') },
          { value: 'sell', label: t('side.sell') },
        ]}
        onChoose={(chosen) => onChoose({ side: chosen })}
      />
    ),
    amount: (
      <AmountField
        size="large"
        label={t('sentence.amount')}
        value={amount}
        placeholder={placeholder}
        isSuggested={isSuggested}
        focused={focused}
        onType={onType}
        {...(onWrong && { onWrong })}
      />
    ),
    fiat: <FiatPicker size="large" value={fiat} onPick={(code) => onChoose({ fiat: code })} />,
    method: <MethodPicker size="large" fiat={fiat} value={method} onPick={(picked) => onChoose({ method: picked })} />,
  }

  return (
    <div class="row asking">
      {write(slots).map(word)}
      {children}
    </div>
  )
}

/** Words stand as pieces of their own, so that lines break between words and controls alike. */
const word = (piece: ComponentChild) =>
  typeof piece === 'string' ? piece.trim() !== '' && <span>{piece.trim()}</span> : piece
