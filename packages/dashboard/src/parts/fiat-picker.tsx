import { useState } from 'preact/hooks'
import { useShortcuts } from '../keys/use-shortcuts.js'
import { fiats } from '../listed/exchanges-fiats-and-plans.js'
import { useServices } from '../services-context.js'
import type { Option } from './option-search.js'
import { Picker } from './picker.js'

export type FiatCode = (typeof fiats)[number]

type FiatPickerProps = {
  readonly value: FiatCode
  readonly onPick: (fiat: FiatCode) => void
  /** A large one is a word of a sentence, and shows the code alone. */
  readonly size?: 'usual' | 'large'
}

export function FiatPicker({ value, onPick, size = 'usual' }: FiatPickerProps) {
  const { translator } = useServices()
  const [opened, setOpened] = useState(0)
  useShortcuts([{ keys: 'f', word: 'fiat.label', act: () => setOpened((times) => times + 1) }])
  const nameOf = fiatNames(translator.lang)
  return (
    <Picker
      label={translator.t('fiat.label')}
      value={value}
      opened={opened}
      size={size}
      options={fiatOptions(translator.lang).map((option) => ({ ...option, aliases: [englishName(option.value)] }))}
      onPick={onPick}
    >
      <b>{value}</b> {size === 'usual' && <span class="quiet regular">{nameOf(value)}</span>}
    </Picker>
  )
}

/** Currencies for a picker, with their names. */
export function fiatOptions(lang: string): readonly Option<FiatCode>[] {
  const nameOf = fiatNames(lang)
  return fiats.map((code) => ({ value: code, label: code, note: nameOf(code) }))
}

export function fiatNames(lang: string): (code: string) => string {
  const names = new Intl.DisplayNames(lang, { type: 'currency' })
  return (code) => names.of(code) ?? code
}

const englishName = fiatNames('en')
