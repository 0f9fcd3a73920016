import type { AccountInfo, PlanRequested } from '@p2p-rates/contract'
import { useState } from 'preact/hooks'
import { useQuery } from '../../api/use-query.js'
import { planNames } from '../../listed/exchanges-fiats-and-plans.js'
import { Button } from '../../parts/button.js'
import { ControlWithLabel } from '../../parts/control-with-label.js'
import { ErrorBanner } from '../../parts/error-banner.js'
import { Form } from '../../parts/form.js'
import { PasswordField, useNewPassword } from '../../parts/password-field.js'
import { Select } from '../../parts/select.js'
import { Skeleton } from '../../parts/skeleton.js'
import { TextField } from '../../parts/text-field.js'
import { UntrustedTextInFull } from '../../parts/untrusted-text.js'
import { navigateWithReload, useAction } from '../../parts/use-action.js'
import { useServices } from '../../services-context.js'
import { DevFrame } from './dev-frame.js'
import { SecondFactor } from './second-factor.js'
import { Sessions } from './sessions.js'
import { useConfirm } from './use-confirm.js'

export function Account() {
  const { bootstrap, t } = useServices()
  const { answer, error, refetch } = useQuery('GET /account', {})
  const sessions = useQuery('GET /sessions', {})
  return (
    <DevFrame title={t('nav.account')} note={bootstrap.account?.email}>
      {error !== null && <ErrorBanner error={error} refetch={refetch} />}
      <section class="narrow">
        <h2>{t('account.plan')}</h2>
        {answer === null ? <Skeleton width="100%" height="5rem" /> : <Plan account={answer} />}
      </section>
      <section class="narrow">
        <h2>{t('login.password')}</h2>
        <ChangePasswordForm onChange={sessions.refetch} />
      </section>
      <section class="narrow">
        <h2>{t('factor.title')}</h2>
        {answer === null ? (
          <Skeleton width="100%" height="5rem" />
        ) : (
          <SecondFactor isOn={answer.second_factor} onChange={refetch} />
        )}
      </section>
      <Sessions asked={sessions} />
      <Delete />
    </DevFrame>
  )
}

function Delete() {
  const { api, bootstrap, t } = useServices()
  const [password, setPassword] = useState('')
  const remove = useAction(async () => {
    await api.request('DELETE /account', { current_password: password })
    navigateWithReload('/')
  })
  const title = t('account.delete_title', { email: bootstrap.account?.email ?? '' })
  const { ask, dialog } = useConfirm({ title, verb: t('account.delete_do'), why: t('account.delete.why') }, remove.run)
  return (
    <section class="narrow">
      <h2>{t('account.delete')}</h2>
      <Form class="stack" onSubmit={ask}>
        <p class="quiet">{t('account.delete.why')}</p>
        <PasswordField label={t('account.old_password')} kind="known" value={password} onType={setPassword} />
        {remove.error !== null && <ErrorBanner error={remove.error} isAlert />}
        <p>
          <Button type="submit" kind="bad" word={t('account.delete')} />
        </p>
      </Form>
      {dialog}
    </section>
  )
}

function ChangePasswordForm({ onChange }: { readonly onChange: () => void }) {
  const { api, t } = useServices()
  const [before, setBefore] = useState('')
  const { password: after, setPassword: setAfter, field, send } = useNewPassword(t('reset.password'))
  const [isDone, setDone] = useState(false)
  const change = useAction(async () => {
    await api.request('PATCH /account', { current_password: before, new_password: after })
    setBefore('')
    setAfter('')
    setDone(true)
    onChange()
  })
  return (
    <Form
      class="stack"
      onSubmit={() => {
        setDone(false)
        send(change.run)
      }}
    >
      <PasswordField label={t('account.old_password')} kind="known" value={before} onType={setBefore} />
      {field}
      {change.error !== null && <ErrorBanner error={change.error} isAlert />}
      <p role="status">{isDone && t('account.changed')}</p>
      {isDone && <RevokeAccess />}
      <p>
        <Button type="submit" word={t('account.change')} isBusy={change.isBusy} />
      </p>
    </Form>
  )
}

type PlanProps = { readonly account: AccountInfo }

function Plan({ account }: PlanProps) {
  const { t } = useServices()
  const { plan, monthly_quota: quota, requests_per_minute: pace } = account
  return (
    <div class="stack">
      <p>{t('account.plan_now', { plan, quota, pace })}</p>
      {account.takes_plan_requests ? <PlanRequestForm account={account} /> : <p class="quiet">{t('account.nobody')}</p>}
    </div>
  )
}

function PlanRequestForm({ account }: PlanProps) {
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

function RevokeAccess() {
  const { api, t } = useServices()
  const { answer, refetch } = useQuery('GET /access', {})
  const [isOver, setOver] = useState(false)
  const end = useAction(async () => {
    await api.request('DELETE /access', {})
    setOver(true)
    refetch()
  })
  const why = answer && t('access.left', answer)
  const { ask, dialog } = useConfirm({ title: t('access.end_title'), verb: t('access.end'), why }, end.run)
  if (isOver) return <p role="status">{t('access.ended')}</p>
  if (answer === null || answer.keys + answer.webhooks + answer.inboxes === 0) return null
  return (
    <>
      <p class="small">{why}</p>
      {end.error !== null && <ErrorBanner error={end.error} isAlert />}
      <p>
        <Button kind="bad" word={t('access.end')} isBusy={end.isBusy} onClick={ask} />
      </p>
      {dialog}
    </>
  )
}
