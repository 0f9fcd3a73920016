import { useState } from 'preact/hooks'
import { useQuery } from '../../api/use-query.js'
import { ErrorBanner } from '../../parts/error-banner.js'
import { PageHeading, useTitle } from '../../parts/page-heading-and-title.js'
import { EmailField, FirstPasswordForm, SignUpForm } from '../../parts/sign-up-form.js'
import { SingleActionForm } from '../../parts/single-action-form.js'
import { Skeleton } from '../../parts/skeleton.js'
import { navigateWithReload, useAction } from '../../parts/use-action.js'
import { useFragmentSecret } from '../../routes/use-fragment-secret.js'
import { useServices } from '../../services-context.js'

export function Join() {
  const { t } = useServices()
  const secret = useFragmentSecret()
  useTitle(t('join.title'))
  return (
    <div class="stack-wide entry">
      <PageHeading>{t('join.title')}</PageHeading>
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
  const { t } = useServices()
  const { answer, error, refetch } = useQuery('GET /registration', {})
  if (error !== null) return <ErrorBanner error={error} refetch={refetch} />
  if (answer === null) return <Skeleton height="12rem" width="100%" />
  if (answer.mode !== 'open') return <p>{t(answer.mode === 'invite' ? 'login.mode.invite' : 'login.mode.closed')}</p>
  return answer.by_mail ? <AskForMail /> : <JoinAtOnce invite={null} />
}

function JoinAtOnce({ invite }: { readonly invite: string | null }) {
  const { api, t } = useServices()

  async function join(person: { readonly email: string; readonly password: string }): Promise<void> {
    await api.request('POST /accounts', { ...person, ...(invite !== null && { invite }) })
    navigateWithReload('/dev/keys')
  }

  return (
    <>
      <p class="quiet">{t(invite === null ? 'join.open' : 'join.invited')}</p>
      <SignUpForm verb={t('login.join')} onSend={join} />
    </>
  )
}

/** The account begins when the link in the mail is opened. */
function AskForMail() {
  const { api, t, lang } = useServices()
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
      <SingleActionForm verb={t('join.mail')} action={mail} facts={{ field: t('login.email') }}>
        <EmailField value={email} onType={setEmail} />
      </SingleActionForm>
    </>
  )
}

function JoinByMail({ token }: { readonly token: string }) {
  const { api, t } = useServices()

  async function join(password: string): Promise<void> {
    await api.request('POST /accounts/by-link', { token, password })
    navigateWithReload('/dev/keys')
  }

  return (
    <>
      <p class="quiet">{t('join.by_mail')}</p>
      <FirstPasswordForm verb={t('login.join')} onSend={join} />
    </>
  )
}
