import { useState } from 'preact/hooks'
import { useShortcuts } from '../../keys/use-shortcuts.js'
import { fiats } from '../../listed/exchanges-fiats-and-plans.js'
import { fiatNames } from '../../parts/fiat-picker.js'
import { Picker } from '../../parts/picker.js'
import { useServices } from '../../services-context.js'
import { everyFiat, type statusRoute } from './route.js'

type Choice = (typeof statusRoute.presets)['fiat']

export function FiatOrAllPicker({
  value,
  onPick,
}: {
  readonly value: Choice
  readonly onPick: (fiat: Choice) => void
}) {
  const { t, lang } = useServices()
  const [opened, setOpened] = useState(0)
  useShortcuts([{ keys: 'f', word: 'fiat.label', act: () => setOpened((times) => times + 1) }])
  const nameOf = fiatNames(lang)
  const choices: readonly Choice[] = [everyFiat, ...fiats]
  return (
    <Picker
      label={t('fiat.label')}
      value={value}
      opened={opened}
      options={choices.map((code) =>
        code === everyFiat
          ? { value: code, label: t('status.all') }
          : { value: code, label: code, note: nameOf(code), aliases: [fiatNames('en')(code)] },
      )}
      onPick={(picked) => {
        const choice = choices.find((one) => one === picked)
        if (choice !== undefined) onPick(choice)
      }}
    >
      <b>{value === everyFiat ? t('status.all') : value}</b>{' '}
      {value !== everyFiat && <span class="quiet regular">{nameOf(value)}</span>}
    </Picker>
  )
}
