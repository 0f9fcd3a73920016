import { useQuery } from '../api/use-query.js'
import { useServices } from '../services-context.js'
import { Icon } from './icon.js'
import { methodOptions } from './method-picker.js'
import { Picker } from './picker.js'
import { cleanUntrustedText, UntrustedText } from './untrusted-text.js'
import './methods-field.css'

type MethodsFieldProps = {
  readonly name: string
  readonly fiat: string
  /** Ids of known methods, and free text. */
  readonly chosen: readonly string[]
  readonly onChange: (chosen: readonly string[]) => void
}

const mostMethods = 10

export function MethodsField({ name, fiat, chosen, onChange }: MethodsFieldProps) {
  const { t } = useServices()
  const { answer } = useQuery('GET /payment-methods', {})
  const options = methodOptions(answer?.payment_methods ?? [], fiat)
  const nameOf = (method: string) => options.find(({ value }) => value === method)?.label ?? method

  /** A comma parts methods in an address. */
  function add(picked: string): void {
    const method = picked.replaceAll(',', ' ').trim()
    if (method !== '' && !chosen.includes(method)) onChange([...chosen, method])
  }

  return (
    <fieldset class="several">
      <legend class="quiet small">{name}</legend>
      {chosen.map((method) => (
        <button
          key={method}
          type="button"
          class="button small"
          aria-label={t('method.remove', { method: cleanUntrustedText(nameOf(method), 64), name })}
          onClick={() => onChange(chosen.filter((one) => one !== method))}
        >
          <UntrustedText text={nameOf(method)} longest={64} /> <Icon name="no" size={12} />
        </button>
      ))}
      {chosen.length < mostMethods && (
        <Picker
          label={name}
          value=""
          options={options.filter(({ value }) => !chosen.includes(value))}
          freeText={64}
          onPick={add}
        >
          {t('method.add')}
        </Picker>
      )}
    </fieldset>
  )
}
