import { useState } from 'preact/hooks'
import { useQuery } from '../../api/use-query.js'
import { EntryForm } from '../../parts/entry-form.js'
import { Heading, useTitle } from '../../parts/heading.js'
import { EmailField, FirstPasswordForm, NewPersonForm } from '../../parts/new-person-form.js'
import { Problem } from '../../parts/problem.js'
import { Skeleton } from '../../parts/skeleton.js'
import { leaveTo, useAction } from '../../parts/use-action.js'
import { useSecret } from '../../routes/use-secret.js'
import { useServices } from '../../services.js'

export function Join() {
  const { t } = useServices().speech
  const secret = useSecret()
  useTitle(t('join.title'))
  return (
    <div class="entry">
      <Heading>{t('join.title')}</Heading>
      {secret === null ? (
        <JoinOpenly />
      ) : secret.startsWith('mail.') ? (
        <JoinByMail token={secret} />
      ) : (
        <JoinAtOnce invite={secret} />
      )}
      <p class="small quiet">
        <a href="/login">{t('join.known')}</a>
      </p>
    </div>
  )
}

function JoinOpenly() {
  const { t } = useServices().speech
  const { answer, error, refetch } = useQuery('GET /registration', {})
  if (error !== null) return <Problem error={error} refetch={refetch} />
  if (answer === null) return <Skeleton height="12rem" width="100%" />
  if (answer.mode !== 'open') return <p>{t('login.closed')}</p>
  return answer.by_mail ? <AskForMail /> : <JoinAtOnce invite={null} />
}

function JoinAtOnce({ invite }: { readonly invite: string | null }) {
  const { ask, speech } = useServices()
  const { t } = speech

  async function join(person: { readonly email: string; readonly password: string }): Promise<void> {
    await ask.at('POST /accounts', { ...person, ...(invite !== null && { invite }) })
    leaveTo('/dev/keys')
  }

  return (
    <>
      <p class="quiet">{t(invite === null ? 'join.open' : 'join.invited')}</p>
      <NewPersonForm verb={t('join.do')} onSend={join} />
    </>
  )
}

/** The account begins when the link in the mail is opened. */
function AskForMail() {
  const { ask, speech } = useServices()
  const { t, lang } = speech
  const [email, setEmail] = useState('')
  const [isAsked, setAsked] = useState(false)
  const mail = useAction(async () => {
    await ask.at('POST /registration-mails', { email, language: lang })
    setAsked(true)
  })
  if (isAsked) return <p role="status">{t('join.mailed', { email })}</p>
  return (
    <>
      <p class="quiet">{t('join.open')}</p>
      <EntryForm
        verb={t('join.mail')}
        isBusy={mail.isBusy}
        error={mail.error}
        facts={{ field: t('login.email') }}
        onSubmit={() => mail.run()}
      >
        <EmailField value={email} onType={setEmail} />
      </EntryForm>
    </>
  )
}

function JoinByMail({ token }: { readonly token: string }) {
  const { ask, speech } = useServices()
  const { t } = speech

  async function join(password: string): Promise<void> {
    await ask.at('POST /accounts/by-link', { token, password })
    leaveTo('/dev/keys')
  }

  return (
    <>
      <p class="quiet">{t('join.by_mail')}</p>
      <FirstPasswordForm verb={t('join.do')} onSend={join} />
    </>
  )
}
