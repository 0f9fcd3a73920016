import { useState } from 'preact/hooks'
import { useQuery } from '../../api/use-query.js'
import { EntryForm } from '../../parts/entry-form.js'
import { ErrorBanner } from '../../parts/error-banner.js'
import { Heading, useTitle } from '../../parts/heading.js'
import { EmailField, FirstPasswordForm, NewPersonForm } from '../../parts/new-person-form.js'
import { Skeleton } from '../../parts/skeleton.js'
import { navigateWithReload, useAction } from '../../parts/use-action.js'
import { useSecret } from '../../routes/use-secret.js'
import { useServices } from '../../services.js'

export function Join() {
  const { t } = useServices().translator
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
  const { t } = useServices().translator
  const { answer, error, refetch } = useQuery('GET /registration', {})
  if (error !== null) return <ErrorBanner error={error} refetch={refetch} />
  if (answer === null) return <Skeleton height="12rem" width="100%" />
  if (answer.mode !== 'open') return <p>{t('login.closed')}</p>
  return answer.by_mail ? <AskForMail /> : <JoinAtOnce invite={null} />
}

function JoinAtOnce({ invite }: { readonly invite: string | null }) {
  const { api, translator } = useServices()
  const { t } = translator

  async function join(person: { readonly email: string; readonly password: string }): Promise<void> {
    await api.request('POST /accounts', { ...person, ...(invite !== null && { invite }) })
    navigateWithReload('/dev/keys')
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
  const { api, translator } = useServices()
  const { t, lang } = translator
  const [email, setEmail] = useState('')
  const [isAsked, setAsked] = useState(false)
  const mail = useAction(async () => {
    await api.request('POST /registration-mails', { email, language: lang })
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
  const { api, translator } = useServices()
  const { t } = translator

  async function join(password: string): Promise<void> {
    await api.request('POST /accounts/by-link', { token, password })
    navigateWithReload('/dev/keys')
  }

  return (
    <>
      <p class="quiet">{t('join.by_mail')}</p>
      <FirstPasswordForm verb={t('join.do')} onSend={join} />
    </>
  )
}
