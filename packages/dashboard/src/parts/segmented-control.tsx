import { useId } from 'preact/hooks'
import './segments.css'

type SegmentsProps<Value extends string> = {
  readonly label: string
  readonly value: Value
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  readonly onChoose: (value: Value) => void
}

export function SegmentedControl<Value extends string>({ label, value, options, onChoose }: SegmentsProps<Value>) {
  const name = useId()
  return (
    <fieldset class="segments">
      <legend class="heard">{label}</legend>
      {options.map((option) => (
        <label key={option.value}>
          <input type="radio" name={name} checked={option.value === value} onChange={() => onChoose(option.value)} />
          <span>{option.label}</span>
        </label>
      ))}
    </fieldset>
  )
}
