import type { CreatedInbox, Inbox, InboxList } from '@p2p-rates/contract'
import { useState } from 'preact/hooks'
import { CodeSampleTabs } from '../../parts/code-sample-tabs.js'
import { ErrorBanner } from '../../parts/error-banner.js'
import { TextField } from '../../parts/text-field.js'
import { UntrustedTextInFull } from '../../parts/untrusted-text.js'
import { useAction } from '../../parts/use-action.js'
import { useServices } from '../../services-context.js'

type AlertReceiversProps = { readonly known: InboxList; readonly onChange: () => void }

export function AlertReceivers({ known, onChange }: AlertReceiversProps) {
  const { api, translator } = useServices()
  const { t } = translator
  const [address, setAddress] = useState('')
  const [made, setMade] = useState<CreatedInbox | null>(null)
  const add = useAction(async (kind: 'email' | 'telegram') => {
    const addRequest = kind === 'email' ? { kind, address: address.trim() } : { kind }
    setMade(await api.request('POST /inboxes', { ...addRequest, language: translator.lang }))
    setAddress('')
    onChange()
  })
  const remove = useAction(async ({ id }: Inbox) => {
    await api.request('DELETE /inboxes/{id}', {}, { params: { id } })
    onChange()
  })
  const refused = add.error ?? remove.error
  return (
    <section class="panel stack" aria-labelledby="inboxes-title">
      <h2 id="inboxes-title">{t('inbox.title')}</h2>
      <p class="quiet small">{t('inbox.why')}</p>
      {known.inboxes.length > 0 && (
        <ul class="lines">
          {known.inboxes.map((inbox) => (
            <li key={inbox.id} class="ways">
              <span>
                <ReceiverName inbox={inbox} />
                <span class="under quiet small">
                  {translator.findText(`inbox.state.${inbox.state}`) ?? inbox.state}
                </span>
              </span>
              <button
                type="button"
                class="button quiet"
                aria-label={t('inbox.delete_one', { name: inbox.name ?? inbox.id })}
                onClick={() => remove.run(inbox)}
              >
                {t('hooks.delete')}
              </button>
            </li>
          ))}
        </ul>
      )}
      {made !== null && <ConnectInstructions made={made} />}
      {refused !== null && <ErrorBanner error={refused} isAlert />}
      {known.kinds.includes('telegram') && (
        <p class="ways">
          <button type="button" class="button" aria-disabled={add.isBusy} onClick={() => add.run('telegram')}>
            {t('inbox.add.telegram')}
          </button>
        </p>
      )}
      {known.kinds.includes('email') && (
        <form
          class="ways"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            add.run('email')
          }}
        >
          <TextField
            label={t('inbox.address')}
            type="email"
            autocomplete="off"
            maxLength={254}
            value={address}
            onType={setAddress}
          />
          <button type="submit" class="button" aria-disabled={add.isBusy}>
            {t('inbox.add.email')}
          </button>
        </form>
      )}
    </section>
  )
}

/** A chat's name comes from outsiders, so show it as untrusted text. */
function ReceiverName({ inbox }: { readonly inbox: Inbox }) {
  const { t, findText } = useServices().translator
  const kind = findText(`inbox.kind.${inbox.kind}`) ?? inbox.kind
  return (
    <>
      {kind}: {inbox.name === null ? t('inbox.unnamed') : <UntrustedTextInFull text={inbox.name} />}
    </>
  )
}

function ConnectInstructions({ made }: { readonly made: CreatedInbox }) {
  const { t, tRich } = useServices().translator
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
