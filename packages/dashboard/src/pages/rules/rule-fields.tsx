import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { exchangeIds, exchangeName } from '../../listed/exchanges-fiats-and-plans.js'
import { Button } from '../../parts/button.js'
import { Checkbox } from '../../parts/checkbox.js'
import { AmountWithLabel, ControlWithLabel } from '../../parts/control-with-label.js'
import { Disclosure } from '../../parts/disclosure.js'
import { fiatOptions } from '../../parts/fiat-picker.js'
import { Form } from '../../parts/form.js'
import { MethodsField } from '../../parts/methods-field.js'
import { Picker } from '../../parts/picker.js'
import { SecondsField } from '../../parts/seconds-field.js'
import { Select } from '../../parts/select.js'
import { TextField } from '../../parts/text-field.js'
import { useServices } from '../../services-context.js'
import { bases, emptyRuleForm, type RuleFormValues, roundings } from './rule-form-values.js'
import { SignedField } from './signed-field.js'

type RuleFieldsProps = {
  readonly form: RuleFormValues
  readonly onChange: (change: Partial<RuleFormValues>) => void
  readonly nameError: string | null
  readonly problem: ComponentChildren
  readonly isBusy: boolean
  readonly onSubmit: () => void
  readonly leave: ComponentChildren
}

export function RuleFields({ form, onChange, nameError, problem, isBusy, onSubmit, leave }: RuleFieldsProps) {
  const { t } = useServices()
  const [hasMore] = useState(() => isUnusual(form))
  return (
    <Form class="stack-wide not-printed rule-form" noValidate onSubmit={onSubmit}>
      <TextField
        label={t('keys.name')}
        hint={t('rules.name.hint')}
        maxLength={64}
        value={form.name}
        error={nameError}
        onType={(name) => onChange({ name })}
      />
      <BaseFields form={form} onChange={onChange} />
      <Disclosure title={t('rules.more')} open={hasMore}>
        <div class="stack-wide not-printed rule-form">
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
        <Button type="submit" kind="main" word={t('rules.save')} isBusy={isBusy} />
        {leave}
      </p>
    </Form>
  )
}

type PartProps = Pick<RuleFieldsProps, 'form' | 'onChange'>

/** Fields of the folded part. */
const moreFields = ['exchanges', 'methods', 'excluded', 'offset', 'rounding', 'floor', 'ceiling', 'lastGood'] as const

const isUnusual = (form: RuleFormValues): boolean =>
  moreFields.some((name) => String(form[name]) !== String(emptyRuleForm[name]))

function BaseFields({ form, onChange }: PartProps) {
  const { t, lang } = useServices()
  return (
    <>
      <div class="ways">
        <ControlWithLabel name={t('rules.side')}>
          <Select
            label={t('rules.side')}
            value={form.side}
            icon={form.side === 'BUY' ? 'sell' : 'buy'}
            options={(['BUY', 'SELL'] as const).map((side) => ({ value: side, label: t(`rules.side.${side}`) }))}
            onChoose={(side) => onChange({ side })}
          />
        </ControlWithLabel>
        <ControlWithLabel name={t('fiat.label')}>
          <Picker
            label={t('fiat.label')}
            value={form.fiat}
            options={fiatOptions(lang)}
            onPick={(fiat) => onChange({ fiat })}
          >
            {form.fiat}
          </Picker>
        </ControlWithLabel>
      </div>
      <div class="ways">
        <SignedField
          name={t('rules.offset_pct')}
          unit="%"
          value={form.offsetPct}
          onType={(offsetPct) => onChange({ offsetPct })}
        />
        <ControlWithLabel name={t('rules.base')}>
          <Select
            label={t('rules.base')}
            value={form.base}
            options={bases.map((base) => ({ value: base, label: t(`rules.base.${base}`) }))}
            onChoose={(base) => onChange({ base })}
          />
        </ControlWithLabel>
        {form.base === 'nth' && (
          <AmountWithLabel name={t('rules.n')} value={form.n} size="short" onType={(n) => onChange({ n })} />
        )}
        {form.base === 'size' && (
          <AmountWithLabel
            name={t('rules.amount', { fiat: form.fiat })}
            value={form.amount}
            onType={(amount) => onChange({ amount })}
          />
        )}
        <AmountWithLabel
          name={t('rules.step')}
          value={form.step}
          size="short"
          isPrice
          onType={(step) => onChange({ step })}
        />
      </div>
    </>
  )
}

function SourceFields({ form, onChange }: PartProps) {
  const { t } = useServices()
  const { exchanges } = form
  const offered = [...exchangeIds, ...exchanges.filter((id) => !exchangeIds.includes(id))]
  return (
    <>
      <fieldset class="several">
        <legend class="quiet small">{t('rules.exchanges')}</legend>
        {offered.map((id) => (
          <Checkbox
            key={id}
            isTicked={exchanges.includes(id)}
            onTick={(isTicked) =>
              onChange({ exchanges: offered.filter((one) => (one === id ? isTicked : exchanges.includes(one))) })
            }
          >
            {exchangeName(id)}
          </Checkbox>
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
  const { t } = useServices()
  const amount = (name: string, key: 'floor' | 'ceiling') => (
    <AmountWithLabel
      name={name}
      value={form[key]}
      size="short"
      isPrice
      onType={(typed) => onChange({ [key]: typed })}
    />
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
        <ControlWithLabel name={t('rules.rounding')}>
          <Select
            label={t('rules.rounding')}
            value={form.rounding}
            options={roundings.map((how) => ({ value: how, label: t(`rules.rounding.${how}`) }))}
            onChoose={(rounding) => onChange({ rounding })}
          />
        </ControlWithLabel>
      </div>
      <div class="ways">
        {amount(t('rules.floor'), 'floor')}
        {amount(t('rules.ceiling'), 'ceiling')}
      </div>
    </>
  )
}
