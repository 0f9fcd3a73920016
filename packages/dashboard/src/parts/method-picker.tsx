import type { WirePaymentMethod } from '@p2p-rates/contract'
import { useQuery } from '../api/use-query.js'
import { homeCountriesOf } from '../listed/exchanges-fiats-and-plans.js'
import { useServices } from '../services-context.js'
import type { Option } from './option-search.js'
import { Picker } from './picker.js'
import { cleanUntrustedText } from './untrusted-text.js'

type MethodPickerProps = {
  readonly fiat: string
  /** Id of a known method, or free text; empty for any method. */
  readonly value: string
  readonly onPick: (method: string) => void
  readonly size?: 'usual' | 'large'
  readonly label?: string
}

export function MethodPicker({ fiat, value, onPick, size = 'usual', label }: MethodPickerProps) {
  const { t } = useServices()
  const { answer } = useQuery('GET /payment-methods', {})
  const options = methodOptions(answer?.payment_methods ?? [], fiat)
  const name = options.find((option) => option.value === value)?.label ?? cleanUntrustedText(value, 64)
  return (
    <Picker
      label={label ?? t('method.label')}
      value={value === '' ? anyMethod : value}
      options={label === undefined ? [{ value: anyMethod, label: t('method.any') }, ...options] : options}
      freeText={64}
      size={size}
      onPick={(picked) => onPick(picked === anyMethod ? '' : picked)}
    >
      {value === '' ? (label ?? t('method.any')) : <b>{name}</b>}
    </Picker>
  )
}

/** Stands for no method: no name of a method is a sign. */
export const anyMethod = '*'

export function methodOptions(methods: readonly WirePaymentMethod[], fiat: string): readonly Option[] {
  const home = homeCountriesOf(fiat)
  const rank = ({ countries }: WirePaymentMethod): number =>
    countries.length === 0 ? 1 : countries.some((country) => home.has(country)) ? 0 : 2
  return methods
    .toSorted((a, b) => rank(a) - rank(b))
    .map(({ id, name, countries, aliases }) => ({ value: id, label: name, note: countries.join(' '), aliases }))
}
