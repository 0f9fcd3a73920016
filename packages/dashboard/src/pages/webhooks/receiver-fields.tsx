import type { Inbox } from '@p2p-rates/contract'
import { Select } from '../../parts/select.js'
import { TextField } from '../../parts/text-field.js'
import { useServices } from '../../services-context.js'

type ReceiverFieldsProps = {
  readonly url: string
  readonly onUrl: (url: string) => void
  readonly urlError: string | null
  readonly note: string
  readonly onNote: (note: string) => void
  /** Recipients of the account; the form offers only confirmed ones. */
  readonly inboxes: readonly Inbox[]
}

export function ReceiverFields({ url, onUrl, urlError, note, onNote, inboxes }: ReceiverFieldsProps) {
  const { t, findText } = useServices()
  const open = inboxes.filter(({ state }) => state === 'confirmed')
  const chosen = open.find(({ id }) => url === urlOf(id))
  return (
    <>
      {open.length > 0 && (
        <Select
          label={t('hooks.target')}
          value={chosen === undefined ? '' : urlOf(chosen.id)}
          options={[
            { value: '', label: t('hooks.target.url') },
            ...open.map(({ id, kind, name }) => ({
              value: urlOf(id),
              label: `${findText(`inbox.kind.${kind}`) ?? kind}: ${name ?? id}`,
            })),
          ]}
          onChoose={onUrl}
        />
      )}
      {chosen === undefined && (
        <TextField
          label={t('hooks.url')}
          type="url"
          autocomplete="off"
          maxLength={2048}
          value={url}
          onType={onUrl}
          error={urlError}
        />
      )}
      <TextField label={t('hooks.note')} autocomplete="off" maxLength={200} value={note} onType={onNote} />
    </>
  )
}

const urlOf = (inboxId: string): string => `inbox:${inboxId}`
