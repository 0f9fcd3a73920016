import { useState } from 'preact/hooks'
import { useShortcuts } from '../../keys/use-shortcuts.js'
import { AmountField } from '../../parts/amount-field.js'
import { MethodPicker } from '../../parts/method-picker.js'
import { SegmentedControl } from '../../parts/segmented-control.js'
import { useServices } from '../../services-context.js'
import { MoreFilters } from './more-filters.js'
import type { BookState } from './route.js'

type FiltersProps = {
  readonly view: BookState
  readonly choose: (change: Partial<BookState>) => void
  readonly type: (change: Partial<BookState>) => void
}

export function Filters({ view, choose, type }: FiltersProps) {
  const { t } = useServices()
  const [focused, setFocused] = useState(0)
  useShortcuts([
    { keys: '/', word: 'keys.amount', act: () => setFocused((times) => times + 1) },
    { keys: 'b', word: 'keys.buy', act: () => choose({ side: 'buy' }) },
    { keys: 's', word: 'keys.sell', act: () => choose({ side: 'sell' }) },
    { keys: 't', word: 'keys.trusted', act: () => choose({ trusted: !view.trusted }) },
  ])
  return (
    <div class="row filters not-printed">
      <SegmentedControl
        label={t('book.side')}
        value={view.side}
        options={[
          { value: 'buy', label: t('book.you_buy'), icon: 'buy' },
          { value: 'sell', label: t('book.you_sell'), icon: 'sell' },
        ]}
        onChoose={(side) => choose({ side })}
      />
      <MethodPicker fiat={view.fiat} value={view.method} onPick={(method) => choose({ method })} />
      <AmountField
        label={t('amount.in', { fiat: view.fiat })}
        placeholder={t('book.any_amount', { fiat: view.fiat })}
        value={view.amount}
        focused={focused}
        onType={(amount) => type({ amount })}
      />
      <label class="check">
        <input
          type="checkbox"
          checked={view.trusted}
          onChange={(event) => choose({ trusted: event.currentTarget.checked })}
        />
        {t('book.trusted_only')}
      </label>
      <label class="check">
        <input
          type="checkbox"
          checked={view.merchants}
          onChange={(event) => choose({ merchants: event.currentTarget.checked })}
        />
        {t('book.merchants_only')}
      </label>
      <MoreFilters view={view} choose={choose} type={type} />
    </div>
  )
}
