import type { Webhook } from '@p2p-rates/contract'
import { useState } from 'preact/hooks'
import { useQuery } from '../../api/use-query.js'
import { AmountWithLabel } from '../../parts/control-with-label.js'
import { ActionForm } from '../../parts/form.js'
import { useAction } from '../../parts/use-action.js'
import { useServices } from '../../services-context.js'
import { ConditionFields, type Conditions } from './condition-fields.js'
import { ReceiverFields } from './receiver-fields.js'
import { conditionsOf } from './route.js'
import { isComplete, scheduleChange, scheduleOf } from './schedule.js'
import { ScheduleFields } from './schedule-fields.js'
import { kindOf } from './webhook-description.js'

type EditWebhookProps = { readonly webhook: Webhook; readonly onEnd: (hasChanged: boolean) => void }

/** Form for the fields that can change without a new webhook. */
export function EditWebhook({ webhook, onEnd }: EditWebhookProps) {
  const { api, liveRegion, t } = useServices()
  const inboxes = useQuery('GET /inboxes', {})
  const isSpread = webhook.event === 'spread'
  const [url, setUrl] = useState(webhook.url)
  const [note, setNote] = useState(webhook.description ?? '')
  const [threshold, setThreshold] = useState(String(webhook.threshold))
  const [amount, setAmount] = useState(webhook.amount === null ? '' : String(webhook.amount))
  const before = conditionsOf(webhook)
  const [conditions, setConditions] = useState(before)
  const changeConditions = (change: Partial<Conditions>) => setConditions((last) => ({ ...last, ...change }))
  const scheduleBefore = scheduleOf(webhook)
  const [schedule, setSchedule] = useState(scheduleBefore)
  const save = useAction(async () => {
    const change = {
      ...(url.trim() !== webhook.url && { url: url.trim() }),
      ...(threshold !== '' && Number(threshold) !== webhook.threshold && { threshold: Number(threshold) }),
      ...(isSpread && amount !== '' && Number(amount) !== webhook.amount && { amount: Number(amount) }),
      ...(conditions.fill !== before.fill && { fill_amount: numberOf(conditions.fill) }),
      ...(conditions.confidence !== before.confidence && {
        min_confidence: conditions.confidence === 'high' ? conditions.confidence : null,
      }),
      ...(conditions.hold !== before.hold && { hold_seconds: numberOf(conditions.hold) }),
      ...scheduleChange(scheduleBefore, schedule),
      ...(note.trim() !== (webhook.description ?? '') && { description: note.trim() === '' ? null : note.trim() }),
    }
    await api.request('PATCH /webhooks/{id}', change, { params: { id: webhook.id } })
    liveRegion.showToast(t('hooks.saved'))
    onEnd(true)
  })
  const isUrlWrong = save.error?.code === 'invalid_webhook_url'
  return (
    <ActionForm
      class="stack"
      noValidate
      action={{ ...save, error: isUrlWrong ? null : save.error }}
      verb={t('act.save')}
      onSubmit={() => isComplete(schedule) && save.run()}
      onCancel={() => onEnd(false)}
    >
      <div class="ways">
        <AmountWithLabel
          name={t('hooks.threshold')}
          value={threshold}
          onType={setThreshold}
          size="short"
          takesAny={isSpread}
          isPrice
        />
        {isSpread && <AmountWithLabel name={t('hooks.amount')} value={amount} onType={setAmount} size="short" />}
      </div>
      <ConditionFields
        conditions={conditions}
        event={kindOf(webhook.event)}
        fiat={webhook.fiat}
        onChoose={changeConditions}
        onType={changeConditions}
      />
      <ReceiverFields
        url={url}
        onUrl={setUrl}
        inboxes={inboxes.answer?.inboxes ?? []}
        urlError={isUrlWrong ? `${t('error.invalid_webhook_url')} ${t('error.invalid_webhook_url.do')}` : null}
        note={note}
        onNote={setNote}
      />
      <ScheduleFields schedule={schedule} onChange={(change) => setSchedule((last) => ({ ...last, ...change }))} />
      {!isComplete(schedule) && <p class="is-bad">{t('hooks.need.quiet')}</p>}
      <p class="faint small">{t('hooks.fresh')}</p>
    </ActionForm>
  )
}

const numberOf = (text: string): number | null => (text === '' ? null : Number(text))
