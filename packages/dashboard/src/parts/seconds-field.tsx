import { useServices } from '../services-context.js'
import { lengthWords, spanWords } from './age.js'
import { AmountField } from './amount-field.js'
import { ControlWithLabel } from './control-with-label.js'

type SecondsFieldProps = {
  readonly name: string
  /** Whole seconds as plain digits; empty where there are none. */
  readonly value: string
  readonly onType: (seconds: string) => void
  readonly none: string
}

export function SecondsField({ name, value, onType, none }: SecondsFieldProps) {
  const { translator } = useServices()
  const seconds = Number(value)
  return (
    <ControlWithLabel name={name}>
      <AmountField
        label={name}
        value={value}
        size="short"
        takesZero
        onType={(typed) => onType(typed === '' ? '' : String(Math.round(Number(typed))))}
      />
      <span class="faint small">
        {seconds === 0 ? none : seconds < 120 ? spanWords(translator, seconds) : lengthWords(translator, seconds)}
      </span>
    </ControlWithLabel>
  )
}
