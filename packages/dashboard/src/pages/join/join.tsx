import { useState } from 'preact/hooks'
import { useAnswer } from '../../ask/use-answer.js'
import { EntryForm } from '../../parts/entry-form.js'
import { Heading, useTitle } from '../../parts/heading.js'
import { EmailField, FirstPasswordForm, NewPersonForm } from '../../parts/new-person-form.js'
import { Problem } from '../../parts/problem.js'
import { Skeleton } from '../../parts/skeleton.js'
import { leaveTo, useAction } from '../../parts/use-action.js'
import { useSecret } from '../../routes/use-secret.js'
import { useServices } from '../../services.js'

/** Makes an account: by an invite, by a mailed link, or where everybody may. */
export function Join() {
  const { say } = useServices().speech
  const secret = useSecret()
  useTitle(say('join.title'))
  return (
    <div class="entry">
      <Heading>{say('join.title')}</Heading>
      {secret === null ? (
        <JoinOpenly />
      ) : secret.startsWith('mail.') ? (
        <JoinByMail token={secret} />
      ) : (
        <JoinAtOnce invite={secret} />
      )}
      <p class="small quiet">
        <a href="/login">{say('join.known')}</a>
      </p>
    </div>
  )
}

function JoinOpenly() {
  const { say } = useServices().speech
  const { answer, error, again } = useAnswer('GET /registration', {})
  if (error !== null) return <Problem error={error} again={again} />
  if (answer === null) return <Skeleton height="12rem" width="100%" />
  if (answer.mode !== 'open') return <p>{say('login.closed')}</p>
  return answer.by_mail ? <AskForMail /> : <JoinAtOnce invite={null} />
}

function JoinAtOnce({ invite }: { readonly invite: string | null }) {
  const { ask, speech } = useServices()
  const { say } = speech

  async function join(person: { readonly email: string; readonly password: string }): Promise<void> {
    await ask.at('POST /accounts', { ...person, ...(invite !== null && { invite }) })
    leaveTo('/dev/keys')
  }

  return (
    <>
      <p class="quiet">{say(invite === null ? 'join.open' : 'join.invited')}</p>
      <NewPersonForm verb={say('join.do')} onSend={join} />
    </>
  )
}

/** The account begins when the link in the mail is opened. */
function AskForMail() {
  const { ask, speech } = useServices()
  const { say, lang } = speech
  const [email, setEmail] = useState('')
  const [isAsked, setAsked] = useState(false)
  const mail = useAction(async () => {
    await ask.at('POST /registration-mails', { email, language: lang })
    setAsked(true)
  })
  if (isAsked) return <p role="status">{say('join.mailed', { email })}</p>
  return (
    <>
      <p class="quiet">{say('join.open')}</p>
      <EntryForm
        verb={say('join.mail')}
        isBusy={mail.isBusy}
        error={mail.error}
        facts={{ field: say('login.email') }}
        onSubmit={() => mail.run()}
      >
        <EmailField value={email} onType={setEmail} />
      </EntryForm>
    </>
  )
}

function JoinByMail({ token }: { readonly token: string }) {
  const { ask, speech } = useServices()
  const { say } = speech

  async function join(password: string): Promise<void> {
    await ask.at('POST /accounts/by-link', { token, password })
    leaveTo('/dev/keys')
  }

  return (
    <>
      <p class="quiet">{say('join.by_mail')}</p>
      <FirstPasswordForm verb={say('join.do')} onSend={join} />
    </>
  )
}
