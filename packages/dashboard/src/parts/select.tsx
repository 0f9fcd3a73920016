import { Icon, type IconName } from './icon.js'
import './choice.css'

type ChoiceProps<Value extends string> = {
  readonly label: string
  readonly value: Value
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  readonly onChoose: (value: Value) => void
  readonly icon?: IconName
  readonly size?: 'usual' | 'large'
}

/** One of a few words, by the browser's own list, which phones show best. */
export function Select<Value extends string>(props: ChoiceProps<Value>) {
  const { label, value, options, onChoose, icon, size = 'usual' } = props
  return (
    <span class={`choice ${size} ${icon === undefined ? '' : 'with-icon'}`}>
      {icon && <Icon name={icon} />}
      <select
        aria-label={label}
        value={value}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.currentTarget.value)
          if (chosen !== undefined) onChoose(chosen.value)
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <Icon name="down" size={12} />
    </span>
  )
}
