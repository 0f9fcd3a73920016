import { TextField } from '../../parts/text-field.js'
import { useServices } from '../../services.js'

type ReceiverFieldsProps = {
  readonly url: string
  readonly onUrl: (url: string) => void
  readonly urlError: string | null
  readonly note: string
  readonly onNote: (note: string) => void
}

/** Where deliveries go, and what the owner calls them. */
export function ReceiverFields({ url, onUrl, urlError, note, onNote }: ReceiverFieldsProps) {
  const { say } = useServices().speech
  return (
    <>
      <TextField
        label={say('hooks.url')}
        type="url"
        autocomplete="off"
        maxLength={2048}
        value={url}
        onType={onUrl}
        error={urlError}
      />
      <TextField label={say('hooks.note')} autocomplete="off" maxLength={200} value={note} onType={onNote} />
    </>
  )
}
