import { useEffect, useState } from 'preact/hooks'
import { AskError } from '../../ask/ask-error.js'
import { useAnswer } from '../../ask/use-answer.js'
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

/** Lets people in, by what they know or by a link, and back to where they were. */
export function LogIn() {
  const { ask, first, router, speech } = useServices()
  const { say } = speech
  const [{ next }] = useView(loginRoute)
  const token = useSecret()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState<string | null>(null)
  useTitle(say('login.title'))

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
      <Heading>{say('login.title')}</Heading>
      <EntryForm
        verb={say('login.do')}
        isBusy={logIn.isBusy || useLink.isBusy}
        error={logIn.error ?? useLink.error}
        onSubmit={() => logIn.run()}
      >
        <EmailField value={email} onType={setEmail} />
        <PasswordField label={say('login.password')} kind="known" value={password} onType={setPassword} />
        {code !== null && <CodeField value={code} onType={setCode} />}
      </EntryForm>
      <WhoMayRegister />
      <Forgotten />
      <p class="small faint">{say('login.cookie')}</p>
      <OpenMarket />
    </div>
  )
}

function WhoMayRegister() {
  const { say } = useServices().speech
  const { answer } = useAnswer('GET /registration', {})
  if (answer?.mode !== 'open') return <p class="small quiet">{say('login.closed')}</p>
  return (
    <p class="ways small quiet">
      {say('login.open')}{' '}
      <a class="button" href="/join">
        {say('login.join')}
      </a>
    </p>
  )
}

function Forgotten() {
  const { say } = useServices().speech
  const { answer } = useAnswer('GET /registration', {})
  return (
    <p class="small quiet">
      {answer?.by_mail === true ? <a href="/reset">{say('login.forgotten.mail')}</a> : say('login.forgotten')}
    </p>
  )
}

/** Only where prices are shown to everybody. */
function OpenMarket() {
  const { say, show } = useServices().speech
  const { answer } = useAnswer('GET /markets', {})
  if (answer === null) return null
  return <p class="small quiet">{show('login.look', { market: <a href="/">{say('login.market')}</a> })}</p>
}
