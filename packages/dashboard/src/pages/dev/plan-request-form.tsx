import type { AccountInfo, PlanRequested } from '@p2p-rates/contract'
import { useState } from 'preact/hooks'
import { planNames } from '../../listed/exchanges-fiats-and-plans.js'
import { Button } from '../../parts/button.js'
import { ControlWithLabel } from '../../parts/control-with-label.js'
import { ErrorBanner } from '../../parts/error-banner.js'
import { Form } from '../../parts/form.js'
import { Select } from '../../parts/select.js'
import { TextField } from '../../parts/text-field.js'
import { UntrustedTextInFull } from '../../parts/untrusted-text.js'
import { useAction } from '../../parts/use-action.js'
import { useServices } from '../../services-context.js'

export function PlanRequestForm({ account }: { readonly account: AccountInfo }) {
  const { api, t, tRich } = useServices()
  const others = planNames.filter((plan) => plan !== account.plan)
  const [plan, setPlan] = useState<string>(others.at(-1) ?? account.plan)
  const [note, setNote] = useState('')
  const [answer, setAnswer] = useState<PlanRequested | null>(null)
  const planRequest = useAction(async () => {
    setAnswer(await api.request('POST /plan-requests', { plan, ...(note.trim() !== '' && { note: note.trim() }) }))
  })
  return (
    <Form class="stack" onSubmit={() => planRequest.run()}>
      <p>
        {t('account.plan_now', {
          plan: account.plan,
          quota: account.monthly_quota,
          pace: account.requests_per_minute,
        })}
      </p>
      <p>
        <ControlWithLabel name={t('account.ask')}>
          <Select
            label={t('account.ask')}
            value={plan}
            options={others.map((one) => ({ value: one as string, label: one }))}
            onChoose={setPlan}
          />
        </ControlWithLabel>
      </p>
      <TextField label={t('account.note')} maxLength={200} value={note} onType={setNote} />
      {planRequest.error !== null && <ErrorBanner error={planRequest.error} isAlert />}
      <p role="status">
        {answer?.told === true && t('account.told')}{' '}
        {answer !== null &&
          answer.contact !== null &&
          tRich('account.write', { contact: <UntrustedTextInFull text={answer.contact} /> })}
        {answer !== null && !answer.told && answer.contact === null && t('account.nobody')}
      </p>
      <p>
        <Button type="submit" word={t('account.ask')} isBusy={planRequest.isBusy} />
      </p>
    </Form>
  )
}
