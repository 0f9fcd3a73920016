import { useQuery } from '../../api/use-query.js'
import { useShortcuts } from '../../keys/use-shortcuts.js'
import { AmountField } from '../../parts/amount-field.js'
import { Checkbox } from '../../parts/checkbox.js'
import { useOnceTrue } from '../../parts/disclosure.js'
import { FieldWithLabel } from '../../parts/field-with-label.js'
import { anyMethod, MethodPicker } from '../../parts/method-picker.js'
import { cleanUntrustedText } from '../../parts/untrusted-text.js'
import { useServices } from '../../services-context.js'
import type { BookState } from './route.js'

type MoreFiltersProps = {
  readonly view: BookState
  readonly choose: (change: Partial<BookState>) => void
  readonly type: (change: Partial<BookState>) => void
}

export function TrustedOnly({ view, choose }: Pick<MoreFiltersProps, 'view' | 'choose'>) {
  const { t } = useServices()
  useShortcuts([{ keys: 't', word: 'keys.trusted', act: () => choose({ trusted: !view.trusted }) }])
  return (
    <Checkbox class="at-end not-printed" isTicked={view.trusted} onTick={(isTicked) => choose({ trusted: isTicked })}>
      {t('book.trusted_only')}
    </Checkbox>
  )
}

export function MoreFilters({ view, choose, type }: MoreFiltersProps) {
  const { t } = useServices()
  const isAny = view.merchants || [view.also, view.without, view.orders, view.completion].some((text) => text !== '')
  return (
    <details class="more-filters not-printed" open={useOnceTrue(isAny)}>
      <summary>{t('book.more')}</summary>
      <div class="row filters">
        <Checkbox isTicked={view.merchants} onTick={(isTicked) => choose({ merchants: isTicked })}>
          {t('book.merchants_only')}
        </Checkbox>
        <Methods label={t('book.also')} fiat={view.fiat} value={view.also} onPick={(also) => choose({ also })} />
        <Methods
          label={t('book.without')}
          fiat={view.fiat}
          value={view.without}
          onPick={(without) => choose({ without })}
        />
        <FieldWithLabel word={t('book.least_orders')}>
          <AmountField
            label={t('book.least_orders')}
            value={view.orders}
            most={9_999_999}
            isWhole
            onType={(orders) => type({ orders })}
          />
        </FieldWithLabel>
        <FieldWithLabel word={t('book.least_completion')}>
          <AmountField
            label={t('book.least_completion')}
            value={view.completion}
            most={100}
            onType={(completion) => type({ completion })}
          />
        </FieldWithLabel>
      </div>
    </details>
  )
}

/** The API accepts 10 methods; the first one has its own field. */
const mostMethods = 9

type MethodsProps = {
  readonly label: string
  readonly fiat: string
  readonly value: string
  readonly onPick: (names: string) => void
}

function Methods({ label, fiat, value, onPick }: MethodsProps) {
  const { t } = useServices()
  const known = useQuery('GET /payment-methods', {}).answer?.payment_methods ?? []
  const names = value.split(',').filter((name) => name !== '')
  const put = (next: readonly string[]) => onPick([...new Set(next)].join(','))
  return (
    <span class="several">
      {names.length < mostMethods && (
        <MethodPicker
          fiat={fiat}
          value=""
          label={label}
          onPick={(name) => name !== anyMethod && put([...names, name.replaceAll(',', ' ')])}
        />
      )}
      {names.map((name) => {
        const shown = known.find(({ id }) => id === name)?.name ?? cleanUntrustedText(name, 40)
        return (
          <button
            key={name}
            type="button"
            class="button small"
            aria-label={t('book.take_out', { name: shown })}
            onClick={() => put(names.filter((one) => one !== name))}
          >
            {shown} <span aria-hidden="true">×</span>
          </button>
        )
      })}
    </span>
  )
}
