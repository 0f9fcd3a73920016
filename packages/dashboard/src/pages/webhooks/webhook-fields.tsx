import type { Inbox } from '@p2p-rates/contract'
import { triggerOf } from '@p2p-rates/contract/crossing'
import type { ComponentChildren } from 'preact'
import { exchangeIds, exchangeName } from '../../listed/exchanges-fiats-and-plans.js'
import { AmountField } from '../../parts/amount-field.js'
import { Button } from '../../parts/button.js'
import { Disclosure } from '../../parts/disclosure.js'
import { fiatOptions } from '../../parts/fiat-picker.js'
import { Form } from '../../parts/form.js'
import { MethodPicker } from '../../parts/method-picker.js'
import { Picker } from '../../parts/picker.js'
import { Select } from '../../parts/select.js'
import { useServices } from '../../services-context.js'
import { ConditionFields } from './condition-fields.js'
import { ReceiverFields } from './receiver-fields.js'
import type { WebhookForm } from './route.js'
import type { Schedule } from './schedule.js'
import { ScheduleFields } from './schedule-fields.js'
import { isInbox } from './webhook-description.js'

type FormProps = {
  readonly form: WebhookForm
  readonly url: string
  /** Choices count at once, typing when it rests. */
  readonly onChoose: (change: Partial<WebhookForm>) => void
  readonly onType: (change: Partial<WebhookForm>) => void
  readonly onUrl: (url: string) => void
  readonly urlError: string | null
  readonly schedule: Schedule
  readonly onSchedule: (change: Partial<Schedule>) => void
  readonly inboxes: readonly Inbox[]
  readonly problem: ComponentChildren
  readonly isBusy: boolean
  readonly onSubmit: () => void
}

const events = ['best_buy', 'best_sell', 'spread'] as const

export function WebhookFields(props: FormProps) {
  const { form, url, onChoose, onType, onUrl, urlError, schedule, onSchedule, inboxes, problem, isBusy, onSubmit } =
    props
  const { t } = useServices()
  const isSpread = form.event === 'spread'
  return (
    <Form class="stack-wide not-printed webhook-form" noValidate onSubmit={onSubmit}>
      <h2>{t('hooks.new')}</h2>
      <Sentence form={form} onChoose={onChoose} onType={onType} />
      <div class="ways">
        <Select
          label={t('market.exchange')}
          value={form.exchange}
          options={(['any', ...exchangeIds] as const).map((value) => ({
            value,
            label: value === 'any' ? t('hooks.exchange.any') : exchangeName(value),
          }))}
          onChoose={(exchange) => onChoose({ exchange })}
        />
        <MethodPicker fiat={form.fiat} value={form.method} onPick={(method) => onChoose({ method })} />
      </div>
      <ConditionFields conditions={form} event={form.event} fiat={form.fiat} onChoose={onChoose} onType={onType} />
      <ReceiverFields
        url={url}
        onUrl={onUrl}
        urlError={urlError}
        note={form.note}
        onNote={(note) => onType({ note })}
        inboxes={inboxes}
      />
      <ScheduleFields schedule={schedule} onChange={onSchedule} />
      <Disclosure title={t('hooks.more')} open={form.hysteresis !== ''}>
        <Distance form={form} unit={isSpread ? '%' : form.fiat} onType={onType} />
      </Disclosure>
      {problem}
      <p class="ways">
        <Button type="submit" kind="main" word={t('hooks.create')} isBusy={isBusy} />
        <Button kind="quiet" word={t('act.cancel')} href="/dev/webhooks" />
      </p>
      {!isInbox(url) && <p class="faint small">{t('hooks.once')}</p>}
    </Form>
  )
}

type SentenceProps = Pick<FormProps, 'form' | 'onChoose' | 'onType'>

function Sentence({ form, onChoose, onType }: SentenceProps) {
  const { translator, t, tRich } = useServices()
  const slots = {
    what: t('hooks.form.what'),
    kind: (
      <Select
        label={t('hooks.kind')}
        value={form.event}
        size="large"
        options={events.map((value) => ({ value, label: t(`hooks.kind.${value}`) }))}
        onChoose={(event) => onChoose({ event, threshold: '', hysteresis: '', fill: '' })}
        {...(form.event === 'spread' ? {} : { icon: form.event === 'best_buy' ? ('buy' as const) : ('sell' as const) })}
      />
    ),
    threshold: (
      <AmountField
        key={form.event}
        label={t('hooks.threshold')}
        value={form.threshold}
        size="large short"
        takesAny={form.event === 'spread'}
        isPrice
        onType={(threshold) => onType({ threshold })}
      />
    ),
    fiat: (
      <Picker
        label={t('fiat.label')}
        value={form.fiat}
        size="large"
        options={fiatOptions(translator.lang)}
        onPick={(fiat) =>
          onChoose({ fiat, method: '', ...(form.event === 'spread' ? {} : { threshold: '', hysteresis: '' }) })
        }
      >
        {form.fiat}
      </Picker>
    ),
  }
  if (form.event !== 'spread') return <p class="sentence">{tRich(`hooks.form.${form.event}`, slots)}</p>
  const amount = (
    <AmountField
      label={t('hooks.amount')}
      value={form.amount}
      size="large short"
      onType={(typed) => onType({ amount: typed })}
    />
  )
  return <p class="sentence">{tRich('hooks.form.spread', { ...slots, amount })}</p>
}

type DistanceProps = Pick<FormProps, 'form' | 'onType'> & { readonly unit: string }

function Distance({ form, unit, onType }: DistanceProps) {
  const { numbers, t } = useServices()
  const threshold = Number(form.threshold)
  const usual = Number(triggerOf({ event: form.event, threshold, hysteresis: null }).hysteresis.toFixed(8))
  return (
    <div class="stack">
      <p class="ways">
        <AmountField
          label={t('hooks.hysteresis', { unit })}
          value={form.hysteresis}
          placeholder={form.threshold === '' ? '' : numbers.derived(usual)}
          size="short"
          takesZero
          onType={(hysteresis) => onType({ hysteresis })}
        />{' '}
        <span class="unit">{unit}</span>
      </p>
      <p class="faint small">
        {t('hooks.hysteresis.hint', {
          usual: form.threshold === '' ? '0.1\u00a0%' : `${numbers.derived(usual)}\u00a0${unit}`,
        })}
      </p>
    </div>
  )
}
