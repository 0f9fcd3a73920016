import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { exchangeIds, exchangeName, fiats } from '../../listed/names.js'
import { AmountField } from '../../parts/amount-field.js'
import { Choice } from '../../parts/choice.js'
import { Disclosure } from '../../parts/disclosure.js'
import { fiatNames } from '../../parts/fiat-picker.js'
import { Named } from '../../parts/named.js'
import { Picker } from '../../parts/picker.js'
import { SecondsField } from '../../parts/seconds-field.js'
import { TextField } from '../../parts/text-field.js'
import { useServices } from '../../services.js'
import { bases, emptyForm, type RuleForm, roundings } from './formula-form.js'
import { MethodsField } from './methods-field.js'
import { SignedField } from './signed-field.js'

type RuleFieldsProps = {
  readonly form: RuleForm
  readonly onChange: (change: Partial<RuleForm>) => void
  readonly nameError: string | null
  readonly problem: ComponentChildren
  readonly isBusy: boolean
  readonly onSubmit: () => void
  readonly leave: ComponentChildren
}

export function RuleFields({ form, onChange, nameError, problem, isBusy, onSubmit, leave }: RuleFieldsProps) {
  const { t } = useServices().translator
  const [hasMore] = useState(() => isUnusual(form))
  return (
    <form
      class="rule-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <TextField
        label={t('rules.name')}
        hint={t('rules.name.hint')}
        maxLength={64}
        value={form.name}
        error={nameError}
        onType={(name) => onChange({ name })}
      />
      <BaseFields form={form} onChange={onChange} />
      <Disclosure title={t('rules.more')} open={hasMore}>
        <div class="rule-form">
          <SourceFields form={form} onChange={onChange} />
          <RoundingFields form={form} onChange={onChange} />
          <SecondsField
            name={t('rules.last_good')}
            value={form.lastGood}
            none={t('rules.last_good.none')}
            onType={(lastGood) => onChange({ lastGood })}
          />
        </div>
      </Disclosure>
      {problem}
      <p class="ways">
        <button type="submit" class="button main" aria-disabled={isBusy}>
          {t('rules.save')}
        </button>
        {leave}
      </p>
    </form>
  )
}

type PartProps = Pick<RuleFieldsProps, 'form' | 'onChange'>

const isUnusual = ({ exchanges, methods, excluded, offset, rounding, floor, ceiling, lastGood }: RuleForm): boolean =>
  exchanges.length > 0 ||
  methods.length > 0 ||
  excluded.length > 0 ||
  offset !== '' ||
  floor !== '' ||
  ceiling !== '' ||
  rounding !== emptyForm.rounding ||
  lastGood !== emptyForm.lastGood

function BaseFields({ form, onChange }: PartProps) {
  const { translator } = useServices()
  const { t, lang } = translator
  const nameOf = fiatNames(lang)
  return (
    <>
      <div class="ways">
        <Named name={t('rules.side')}>
          <Choice
            label={t('rules.side')}
            value={form.side}
            icon={form.side === 'BUY' ? 'sell' : 'buy'}
            options={(['BUY', 'SELL'] as const).map((side) => ({ value: side, label: t(`rules.side.${side}`) }))}
            onChoose={(side) => onChange({ side })}
          />
        </Named>
        <Named name={t('fiat.label')}>
          <Picker
            label={t('fiat.label')}
            value={form.fiat}
            options={fiats.map((code) => ({ value: code, label: code, note: nameOf(code) }))}
            onPick={(fiat) => onChange({ fiat })}
          >
            {form.fiat}
          </Picker>
        </Named>
      </div>
      <div class="ways">
        <SignedField
          name={t('rules.offset_pct')}
          unit="%"
          value={form.offsetPct}
          onType={(offsetPct) => onChange({ offsetPct })}
        />
        <Named name={t('rules.base')}>
          <Choice
            label={t('rules.base')}
            value={form.base}
            options={bases.map((base) => ({ value: base, label: t(`rules.base.${base}`) }))}
            onChoose={(base) => onChange({ base })}
          />
        </Named>
        {form.base === 'nth' && (
          <Named name={t('rules.n')}>
            <AmountField label={t('rules.n')} value={form.n} size="short" onType={(n) => onChange({ n })} />
          </Named>
        )}
        {form.base === 'size' && (
          <Named name={t('rules.amount', { fiat: form.fiat })}>
            <AmountField
              label={t('rules.amount', { fiat: form.fiat })}
              value={form.amount}
              onType={(amount) => onChange({ amount })}
            />
          </Named>
        )}
        <Named name={t('rules.step')}>
          <AmountField
            label={t('rules.step')}
            value={form.step}
            size="short"
            isPrice
            onType={(step) => onChange({ step })}
          />
        </Named>
      </div>
    </>
  )
}

function SourceFields({ form, onChange }: PartProps) {
  const { t } = useServices().translator
  const { exchanges } = form
  const offered = [...exchangeIds, ...exchanges.filter((id) => !exchangeIds.includes(id))]
  return (
    <>
      <fieldset class="several">
        <legend class="quiet small">{t('rules.exchanges')}</legend>
        {offered.map((id) => (
          <label key={id} class="check">
            <input
              type="checkbox"
              checked={exchanges.includes(id)}
              onChange={({ currentTarget: { checked } }) =>
                onChange({ exchanges: offered.filter((one) => (one === id ? checked : exchanges.includes(one))) })
              }
            />
            {exchangeName(id)}
          </label>
        ))}
      </fieldset>
      <MethodsField
        name={t('rules.methods')}
        fiat={form.fiat}
        chosen={form.methods}
        onChange={(methods) => onChange({ methods })}
      />
      <MethodsField
        name={t('rules.excluded')}
        fiat={form.fiat}
        chosen={form.excluded}
        onChange={(excluded) => onChange({ excluded })}
      />
    </>
  )
}

/** Steps in the order in which the formula applies them. */
function RoundingFields({ form, onChange }: PartProps) {
  const { t } = useServices().translator
  const amount = (name: string, key: 'floor' | 'ceiling') => (
    <Named name={name}>
      <AmountField label={name} value={form[key]} size="short" isPrice onType={(typed) => onChange({ [key]: typed })} />
    </Named>
  )
  return (
    <>
      <div class="ways">
        <SignedField
          name={t('rules.offset')}
          unit={form.fiat}
          value={form.offset}
          onType={(offset) => onChange({ offset })}
        />
      </div>
      <div class="ways">
        <Named name={t('rules.rounding')}>
          <Choice
            label={t('rules.rounding')}
            value={form.rounding}
            options={roundings.map((how) => ({ value: how, label: t(`rules.rounding.${how}`) }))}
            onChoose={(rounding) => onChange({ rounding })}
          />
        </Named>
      </div>
      <div class="ways">
        {amount(t('rules.floor'), 'floor')}
        {amount(t('rules.ceiling'), 'ceiling')}
      </div>
    </>
  )
}
