import type { GrantedAccess } from '@p2p-rates/contract'
import { useEffect, useState } from 'preact/hooks'
import { useQuery } from '../../api/use-query.js'
import { Button } from '../../parts/button.js'
import { Checkbox } from '../../parts/checkbox.js'
import { PageHeading, useTitle } from '../../parts/page-heading-and-title.js'
import { useNewPassword } from '../../parts/password-field.js'
import { EmailField } from '../../parts/sign-up-form.js'
import { SingleActionForm } from '../../parts/single-action-form.js'
import { useAction } from '../../parts/use-action.js'
import { useFragmentSecret } from '../../routes/use-fragment-secret.js'
import { useServices } from '../../services-context.js'

export function Reset() {
  const { t } = useServices()
  const token = useFragmentSecret()
  const [isDone, setDone] = useState(false)
  useTitle(t('reset.title'))
  return (
    <div class="stack-wide entry">
      <PageHeading>{t('reset.title')}</PageHeading>
      {isDone ? (
        <>
          <p role="status">{t('reset.done')}</p>
          <Button kind="main" word={t('nav.login')} href="/login" />
        </>
      ) : token === null ? (
        <ResetByMail />
      ) : (
        <ResetForm token={token} onDone={() => setDone(true)} />
      )}
    </div>
  )
}

/** Form for a reset mail. If the server sends no mail, the operator sends a link. */
function ResetByMail() {
  const { api, t, lang } = useServices()
  const { answer } = useQuery('GET /registration', {})
  const [email, setEmail] = useState('')
  const [isAsked, setAsked] = useState(false)
  const mail = useAction(async () => {
    await api.request('POST /reset-mails', { email, language: lang })
    setAsked(true)
  })
  if (isAsked) return <p role="status">{t('reset.mailed')}</p>
  if (answer?.by_mail !== true) return <p>{t('reset.no_link')}</p>
  return (
    <SingleActionForm verb={t('join.mail')} action={mail}>
      <EmailField value={email} onType={setEmail} />
    </SingleActionForm>
  )
}

function ResetForm({ token, onDone }: { readonly token: string; readonly onDone: () => void }) {
  const { api, t } = useServices()
  const { password, field, send } = useNewPassword(t('reset.password'))
  const [access, setAccess] = useState<GrantedAccess | null>(null)
  const [isKept, setKept] = useState(false)
  const reset = useAction(async () => {
    await api.request('POST /password-resets', { token, new_password: password, keep_access: isKept })
    onDone()
  })
  const look = useAction(async () => setAccess(await api.request('POST /password-resets/preview', { token })))
  useEffect(() => look.run(), [token])
  return (
    <SingleActionForm
      verb={t('reset.do')}
      action={{ ...reset, error: reset.error ?? look.error, run: () => send(reset.run) }}
    >
      {field}
      {access !== null && hasAccess(access) && (
        <>
          <p class="small">{t('access.reset', access)}</p>
          <Checkbox isTicked={isKept} onTick={setKept}>
            {t('access.keep')}
          </Checkbox>
        </>
      )}
    </SingleActionForm>
  )
}

const hasAccess = ({ keys, webhooks, inboxes }: GrantedAccess): boolean => keys + webhooks + inboxes > 0
