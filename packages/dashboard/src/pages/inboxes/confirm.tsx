import { useState } from 'preact/hooks'
import { EntryForm } from '../../parts/entry-form.js'
import { Heading, useTitle } from '../../parts/heading.js'
import { UntrustedTextInFull } from '../../parts/untrusted-text.js'
import { useAction } from '../../parts/use-action.js'
import { useSecret } from '../../routes/use-secret.js'
import { useServices } from '../../services.js'

/** Confirmation of an e-mail recipient. It takes a click, because mail programs open links by themselves. */
export function Confirm() {
  const { api, translator } = useServices()
  const { t, tRich } = translator
  const token = useSecret()
  const [name, setName] = useState<string | null>(null)
  useTitle(t('confirm.title'))
  const confirm = useAction(async () => {
    setName((await api.request('POST /inbox-confirmations', { token: token ?? '' })).name)
  })
  return (
    <div class="entry">
      <Heading>{t('confirm.title')}</Heading>
      {name !== null ? (
        <p role="status">{tRich('confirm.done', { name: <UntrustedTextInFull text={name} /> })}</p>
      ) : token === null ? (
        <p>{t('confirm.no_link')}</p>
      ) : (
        <EntryForm verb={t('confirm.do')} isBusy={confirm.isBusy} error={confirm.error} onSubmit={() => confirm.run()}>
          <p>{t('confirm.why')}</p>
        </EntryForm>
      )}
    </div>
  )
}
