import { useState } from 'preact/hooks'
import { useQuery } from '../../api/use-query.js'
import { Button } from '../../parts/button.js'
import { Confirm } from '../../parts/dialog.js'
import { ErrorBanner } from '../../parts/error-banner.js'
import { Form } from '../../parts/form.js'
import { PageHead } from '../../parts/page-heading-and-title.js'
import { PasswordField } from '../../parts/password-field.js'
import { Skeleton } from '../../parts/skeleton.js'
import { navigateWithReload, useAction } from '../../parts/use-action.js'
import { useServices } from '../../services-context.js'
import { ChangePasswordForm } from './change-password-form.js'
import { DevFrame } from './dev-frame.js'
import { PlanRequestForm } from './plan-request-form.js'
import { SecondFactor } from './second-factor.js'
import { Sessions } from './sessions.js'

export function Account() {
  const { bootstrap, t } = useServices()
  const { answer, error, refetch } = useQuery('GET /account', {})
  const sessions = useQuery('GET /sessions', {})
  return (
    <DevFrame>
      <PageHead title={t('nav.account')} note={bootstrap.account?.email} />
      {error !== null && <ErrorBanner error={error} refetch={refetch} />}
      <section class="narrow">
        <h2>{t('account.plan')}</h2>
        {answer === null ? <Skeleton width="100%" height="5rem" /> : <PlanRequestForm account={answer} />}
      </section>
      <section class="narrow">
        <h2>{t('account.password')}</h2>
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
  const [isAsked, setAsked] = useState(false)
  const remove = useAction(async () => {
    await api.request('DELETE /account', { current_password: password })
    navigateWithReload('/')
  })
  return (
    <section class="narrow">
      <h2>{t('account.delete')}</h2>
      <Form class="stack" onSubmit={() => setAsked(true)}>
        <p class="quiet">{t('account.delete.why')}</p>
        <PasswordField label={t('account.old_password')} kind="known" value={password} onType={setPassword} />
        {remove.error !== null && <ErrorBanner error={remove.error} isAlert />}
        <p>
          <Button type="submit" kind="bad" word={t('account.delete')} />
        </p>
      </Form>
      {isAsked && (
        <Confirm
          title={t('account.delete_title', { email: bootstrap.account?.email ?? '' })}
          verb={t('account.delete_do')}
          harmless={t('act.keep')}
          onConfirm={() => {
            setAsked(false)
            remove.run()
          }}
          onClose={() => setAsked(false)}
        >
          {t('account.delete.why')}
        </Confirm>
      )}
    </section>
  )
}
