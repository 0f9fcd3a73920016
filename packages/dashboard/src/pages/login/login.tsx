import { useEffect, useState } from 'preact/hooks'
import { ApiError } from '../../api/api-error.js'
import { useQuery } from '../../api/use-query.js'
import { CodeField } from '../../parts/code-field.js'
import { EntryForm } from '../../parts/entry-form.js'
import { Heading, useTitle } from '../../parts/heading.js'
import { EmailField } from '../../parts/new-person-form.js'
import { PasswordField } from '../../parts/password-field.js'
import { navigateWithReload, useAction } from '../../parts/use-action.js'
import { useSecret } from '../../routes/use-secret.js'
import { useView } from '../../routes/use-view.js'
import { useServices } from '../../services.js'
import { loginRoute } from './entry.js'

export function LogIn() {
  const { api, bootstrap, router, translator } = useServices()
  const { t } = translator
  const [{ next }] = useView(loginRoute)
  const token = useSecret()
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
    <div class="entry">
      <Heading>{t('login.title')}</Heading>
      <EntryForm
        verb={t('login.do')}
        isBusy={logIn.isBusy || useLink.isBusy}
        error={logIn.error ?? useLink.error}
        onSubmit={() => logIn.run()}
      >
        <EmailField value={email} onType={setEmail} />
        <PasswordField label={t('login.password')} kind="known" value={password} onType={setPassword} />
        {code !== null && <CodeField value={code} onType={setCode} />}
      </EntryForm>
      <WhoMayRegister />
      <Forgotten />
      <p class="small faint">{t('login.cookie')}</p>
      <OpenMarket />
    </div>
  )
}

function WhoMayRegister() {
  const { t } = useServices().translator
  const { answer } = useQuery('GET /registration', {})
  if (answer?.mode !== 'open') return <p class="small quiet">{t('login.closed')}</p>
  return (
    <p class="ways small quiet">
      {t('login.open')}{' '}
      <a class="button" href="/join">
        {t('login.join')}
      </a>
    </p>
  )
}

function Forgotten() {
  const { t } = useServices().translator
  const { answer } = useQuery('GET /registration', {})
  return (
    <p class="small quiet">
      {answer?.by_mail === true ? <a href="/reset">{t('login.forgotten.mail')}</a> : t('login.forgotten')}
    </p>
  )
}

function OpenMarket() {
  const { t, tRich } = useServices().translator
  const { answer } = useQuery('GET /markets', {})
  if (answer === null) return null
  return <p class="small quiet">{tRich('login.look', { market: <a href="/">{t('login.market')}</a> })}</p>
}
