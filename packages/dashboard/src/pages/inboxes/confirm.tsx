import { useState } from 'preact/hooks'
import { PageHeading, useTitle } from '../../parts/page-heading-and-title.js'
import { SingleActionForm } from '../../parts/single-action-form.js'
import { UntrustedTextInFull } from '../../parts/untrusted-text.js'
import { useAction } from '../../parts/use-action.js'
import { useFragmentSecret } from '../../routes/use-fragment-secret.js'
import { useServices } from '../../services-context.js'

/** Confirmation of an e-mail recipient. It takes a click, because mail programs open links by themselves. */
export function Confirm() {
  const { api, t, tRich } = useServices()
  const token = useFragmentSecret()
  const [name, setName] = useState<string | null>(null)
  useTitle(t('confirm.title'))
  const confirm = useAction(async () => {
    setName((await api.request('POST /inbox-confirmations', { token: token ?? '' })).name)
  })
  return (
    <div class="stack-wide entry">
      <PageHeading>{t('confirm.title')}</PageHeading>
      {name !== null ? (
        <p role="status">{tRich('confirm.done', { name: <UntrustedTextInFull text={name} /> })}</p>
      ) : token === null ? (
        <p>{t('confirm.no_link')}</p>
      ) : (
        <SingleActionForm verb={t('confirm.do')} action={confirm}>
          <p>{t('confirm.why')}</p>
        </SingleActionForm>
      )}
    </div>
  )
}
