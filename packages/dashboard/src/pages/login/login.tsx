import { useEffect, useState } from 'preact/hooks'
import { AskError } from '../../api/ask-error.js'
import { useQuery } from '../../api/use-query.js'
import { CodeField } from '../../parts/code-field.js'
import { EntryForm } from '../../parts/entry-form.js'
import { Heading, useTitle } from '../../parts/heading.js'
import { EmailField } from '../../parts/new-person-form.js'
import { PasswordField } from '../../parts/password-field.js'
import { leaveTo, useAction } from '../../parts/use-action.js'
import { useSecret } from '../../routes/use-secret.js'
import { useView } from '../../routes/use-view.js'
import { useServices } from '../../services.js'
import { loginRoute } from './entry.js'

export function LogIn() {
  const { ask, first, router, speech } = useServices()
  const { t } = speech
  const [{ next }] = useView(loginRoute)
  const token = useSecret()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState<string | null>(null)
  useTitle(t('login.title'))

  const logIn = useAction(async () => {
    try {
      await ask.at('POST /sessions', { email, password, ...(code !== null && { code }) })
      leaveTo(next)
    } catch (error) {
      // The second step of the same form.
      if (!(error instanceof AskError) || error.code !== 'code_required') throw error
      setCode('')
    }
  })
  const useLink = useAction(async (given: string) => {
    await ask.at('POST /sessions/by-link', { token: given })
    leaveTo(next)
  })

  useEffect(() => {
    if (token !== null) useLink.run(token)
    else if (first.account !== null) router.go(next, 'correction')
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
  const { t } = useServices().speech
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
  const { t } = useServices().speech
  const { answer } = useQuery('GET /registration', {})
  return (
    <p class="small quiet">
      {answer?.by_mail === true ? <a href="/reset">{t('login.forgotten.mail')}</a> : t('login.forgotten')}
    </p>
  )
}

function OpenMarket() {
  const { t, tRich } = useServices().speech
  const { answer } = useQuery('GET /markets', {})
  if (answer === null) return null
  return <p class="small quiet">{tRich('login.look', { market: <a href="/">{t('login.market')}</a> })}</p>
}
