import type { CreatedInbox, Inbox, InboxList } from '@p2p-rates/contract'
import { useState } from 'preact/hooks'
import { Button } from '../../parts/button.js'
import { CodeSampleTabs } from '../../parts/code-sample-tabs.js'
import { Collection } from '../../parts/collection.js'
import { ErrorBanner } from '../../parts/error-banner.js'
import { Form } from '../../parts/form.js'
import { TextField } from '../../parts/text-field.js'
import { UntrustedTextInFull } from '../../parts/untrusted-text.js'
import { useAction } from '../../parts/use-action.js'
import { useServices } from '../../services-context.js'

type AlertReceiversProps = { readonly known: InboxList; readonly onChange: () => void }

export function AlertReceivers({ known, onChange }: AlertReceiversProps) {
  const { api, translator, t } = useServices()
  const [address, setAddress] = useState('')
  const [made, setMade] = useState<CreatedInbox | null>(null)
  const add = useAction(async (kind: 'email' | 'telegram') => {
    const addRequest = kind === 'email' ? { kind, address: address.trim() } : { kind }
    setMade(await api.request('POST /inboxes', { ...addRequest, language: translator.lang }))
    setAddress('')
    onChange()
  })
  return (
    <section class="panel stack" aria-labelledby="inboxes-title">
      <h2 id="inboxes-title">{t('inbox.title')}</h2>
      <p class="quiet small">{t('inbox.why')}</p>
      <Collection
        rows={known.inboxes}
        caption={t('inbox.title')}
        columns={(inbox) => <ReceiverName inbox={inbox} />}
        deletion={{
          word: t('act.delete'),
          label: ({ id, name }) => t('inbox.delete_one', { name: name ?? id }),
          remove: ({ id }) => api.request('DELETE /inboxes/{id}', {}, { params: { id } }),
        }}
        onChange={onChange}
      />
      {made !== null && <ConnectInstructions made={made} />}
      {add.error !== null && <ErrorBanner error={add.error} isAlert />}
      {known.kinds.includes('telegram') && (
        <p class="ways">
          <Button word={t('inbox.add.telegram')} isBusy={add.isBusy} onClick={() => add.run('telegram')} />
        </p>
      )}
      {known.kinds.includes('email') && (
        <Form class="ways" noValidate onSubmit={() => add.run('email')}>
          <TextField
            label={t('inbox.address')}
            type="email"
            autocomplete="off"
            maxLength={254}
            value={address}
            onType={setAddress}
          />
          <Button type="submit" word={t('inbox.add.email')} isBusy={add.isBusy} />
        </Form>
      )}
    </section>
  )
}

/** A chat's name comes from outsiders, so show it as untrusted text. */
function ReceiverName({ inbox }: { readonly inbox: Inbox }) {
  const { t, findText } = useServices()
  const kind = findText(`inbox.kind.${inbox.kind}`) ?? inbox.kind
  return (
    <span>
      {kind}: {inbox.name === null ? t('inbox.unnamed') : <UntrustedTextInFull text={inbox.name} />}
      <span class="under quiet small">{findText(`inbox.state.${inbox.state}`) ?? inbox.state}</span>
    </span>
  )
}

function ConnectInstructions({ made }: { readonly made: CreatedInbox }) {
  const { t, tRich } = useServices()
  if (made.start === null) return <p role="status">{t('inbox.mailed')}</p>
  const { code, link } = made.start
  return (
    <div role="status" class="stack">
      <p>
        {link === null
          ? t('inbox.send')
          : tRich('inbox.open', {
              bot: (
                <a href={link} target="_blank" rel="noreferrer">
                  {t('inbox.bot')}
                </a>
              ),
            })}
      </p>
      <CodeSampleTabs label={t('inbox.code')} samples={[{ name: 'Telegram', code: `/start ${code}` }]} />
    </div>
  )
}
