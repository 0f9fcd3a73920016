import type { CreatedInbox, Inbox, InboxList } from '@p2p-rates/contract'
import { useState } from 'preact/hooks'
import { Button } from '../../parts/button.js'
import { CodeSampleTabs } from '../../parts/code-sample-tabs.js'
import { Collection } from '../../parts/collection.js'
import { ControlWithLabel } from '../../parts/control-with-label.js'
import { ErrorBanner } from '../../parts/error-banner.js'
import { Form } from '../../parts/form.js'
import { Select } from '../../parts/select.js'
import { TextField } from '../../parts/text-field.js'
import { UntrustedTextInFull } from '../../parts/untrusted-text.js'
import { useAction } from '../../parts/use-action.js'
import { useServices } from '../../services-context.js'

type AlertReceiversProps = { readonly known: InboxList; readonly onChange: () => void }

export function AlertReceivers({ known, onChange }: AlertReceiversProps) {
  const { api, t } = useServices()
  const [made, setMade] = useState<CreatedInbox | null>(null)
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
      <AddReceiver
        kinds={kinds.filter((kind) => known.kinds.includes(kind))}
        onMade={(inbox) => {
          setMade(inbox)
          onChange()
        }}
      />
    </section>
  )
}

const kinds = ['telegram', 'email', 'ntfy', 'discord', 'slack'] as const

type AddReceiverProps = {
  readonly kinds: readonly (typeof kinds)[number][]
  readonly onMade: (inbox: CreatedInbox) => void
}

function AddReceiver({ kinds: [first, ...others], onMade }: AddReceiverProps) {
  const { api, translator, t } = useServices()
  const [kind, setKind] = useState(first)
  const [address, setAddress] = useState('')
  const add = useAction(async () => {
    if (kind === undefined) return
    const wanted = kind === 'telegram' ? { kind } : { kind, address: address.trim() }
    onMade(await api.request('POST /inboxes', { ...wanted, language: translator.lang }))
    setAddress('')
  })
  if (first === undefined || kind === undefined) return null
  return (
    <>
      {add.error !== null && <ErrorBanner error={add.error} isAlert />}
      <Form class="stack" noValidate onSubmit={() => add.run()}>
        <ControlWithLabel name={t('inbox.kind')}>
          <Select
            label={t('inbox.kind')}
            value={kind}
            options={[first, ...others].map((value) => ({ value, label: t(`inbox.kind.${value}`) }))}
            onChoose={(chosen) => {
              setKind(chosen)
              setAddress('')
              add.clearError()
            }}
          />
        </ControlWithLabel>
        {kind !== 'telegram' && (
          <TextField
            label={t(`inbox.address.${kind}`)}
            type={kind === 'email' ? 'email' : 'url'}
            autocomplete="off"
            maxLength={kind === 'email' ? 254 : 500}
            value={address}
            onType={setAddress}
            hint={kind === 'email' ? undefined : t(`inbox.hint.${kind}`)}
          />
        )}
        <p>
          <Button
            type="submit"
            word={t(kind === 'telegram' ? 'inbox.add.telegram' : 'inbox.add.link')}
            isBusy={add.isBusy}
          />
        </p>
      </Form>
    </>
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
  if (made.start === null) return <p role="status">{t(made.state === 'confirmed' ? 'inbox.known' : 'inbox.mailed')}</p>
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
