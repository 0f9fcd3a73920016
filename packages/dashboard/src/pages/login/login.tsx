import { useEffect, useState } from 'preact/hooks'
import { ApiError } from '../../api/api-error.js'
import { useQuery } from '../../api/use-query.js'
import { Button } from '../../parts/button.js'
import { PageHeading, useTitle } from '../../parts/page-heading-and-title.js'
import { PasswordField } from '../../parts/password-field.js'
import { SecondFactorCodeField } from '../../parts/second-factor-code-field.js'
import { EmailField } from '../../parts/sign-up-form.js'
import { SingleActionForm } from '../../parts/single-action-form.js'
import { navigateWithReload, useAction } from '../../parts/use-action.js'
import { useFragmentSecret } from '../../routes/use-fragment-secret.js'
import { useUrlState } from '../../routes/use-url-state.js'
import { useServices } from '../../services-context.js'
import { loginRoute } from './route.js'

export function LogIn() {
  const { api, bootstrap, router, t } = useServices()
  const [{ next }] = useUrlState(loginRoute)
  const token = useFragmentSecret()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState<string | null>(null)
  useTitle(t('login.title'))

  const logIn = useAction(async () => {
    try {
      await api.request('POST /sessions', { email, password, ...(code !== null && { code }) })
      navigateWithReload(next)
    } catch (error) {
      // The second step of the same form.
      if (!(error instanceof ApiError) || error.code !== 'code_required') throw error
      setCode('')
    }
  })
  const useLink = useAction(async (given: string) => {
    await api.request('POST /sessions/by-link', { token: given })
    navigateWithReload(next)
  })

  useEffect(() => {
    if (token !== null) useLink.run(token)
    else if (bootstrap.account !== null) router.navigate(next, 'correction')
  }, [token])

  return (
    <div class="stack-wide entry">
      <PageHeading>{t('login.title')}</PageHeading>
      <SingleActionForm
        verb={t('nav.login')}
        action={{ ...logIn, isBusy: logIn.isBusy || useLink.isBusy, error: logIn.error ?? useLink.error }}
      >
        <EmailField value={email} onType={setEmail} />
        <PasswordField label={t('login.password')} kind="known" value={password} onType={setPassword} />
        {code !== null && <SecondFactorCodeField value={code} onType={setCode} />}
      </SingleActionForm>
      <WhoMayRegister />
      <Forgotten />
      <p class="small faint">{t('login.cookie')}</p>
      <OpenMarket />
    </div>
  )
}

function WhoMayRegister() {
  const { t } = useServices()
  const { answer } = useQuery('GET /registration', {})
  if (answer === null) return null
  if (answer.mode !== 'open')
    return <p class="small quiet">{t(answer.mode === 'invite' ? 'login.mode.invite' : 'login.mode.closed')}</p>
  return (
    <p class="ways small quiet">
      {t('login.open')} <Button word={t('login.join')} href="/join" />
    </p>
  )
}

function Forgotten() {
  const { t } = useServices()
  const { answer } = useQuery('GET /registration', {})
  return (
    <p class="small quiet">
      {answer?.by_mail === true ? <a href="/reset">{t('login.forgotten.mail')}</a> : t('login.forgotten')}
    </p>
  )
}

function OpenMarket() {
  const { t, tRich } = useServices()
  const { answer } = useQuery('GET /markets', {})
  if (answer === null) return null
  return <p class="small quiet">{tRich('login.look', { market: <a href="/">{t('login.market')}</a> })}</p>
}
