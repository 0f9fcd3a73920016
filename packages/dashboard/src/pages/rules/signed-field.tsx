import { useState } from 'preact/hooks'
import { AmountField } from '../../parts/amount-field.js'
import { ControlWithLabel } from '../../parts/control-with-label.js'
import { Select } from '../../parts/select.js'
import { useServices } from '../../services-context.js'

type SignedFieldProps = {
  readonly name: string
  readonly unit: string
  /** Plain digits, perhaps with a minus; empty where nothing is moved. */
  readonly value: string
  readonly onType: (value: string) => void
}

/** Signed amount. The user picks a word instead of a sign. */
export function SignedField({ name, unit, value, onType }: SignedFieldProps) {
  const { t } = useServices()
  const [isOff, setOff] = useState(value.startsWith('-'))
  const digits = value.replace(/^-/, '')
  const emitValue = (off: boolean, amount: string) =>
    onType(amount === '' || amount === '0' ? '' : (off ? '-' : '') + amount)
  return (
    <ControlWithLabel name={name}>
      <span class="ways">
        <Select
          label={t('rules.sign_of', { name })}
          value={isOff ? 'off' : 'on_top'}
          options={(['on_top', 'off'] as const).map((sign) => ({ value: sign, label: t(`rules.sign.${sign}`) }))}
          onChoose={(sign) => {
            setOff(sign === 'off')
            emitValue(sign === 'off', digits)
          }}
        />
        <AmountField label={name} value={digits} size="short" takesZero onType={(amount) => emitValue(isOff, amount)} />
        <span class="unit">{unit}</span>
      </span>
    </ControlWithLabel>
  )
}
