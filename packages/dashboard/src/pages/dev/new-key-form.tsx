import type { CreatedKey } from '@p2p-rates/contract'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { ErrorBanner } from '../../parts/error-banner.js'
import { TextField } from '../../parts/text-field.js'
import { useAction } from '../../parts/use-action.js'
import { useServices } from '../../services-context.js'

type NewKeyProps = { readonly onMade: (key: CreatedKey) => void; readonly onLeave: () => void }

export function NewKeyForm({ onMade, onLeave }: NewKeyProps) {
  const { api, translator } = useServices()
  const { t } = translator
  const [name, setName] = useState('')
  const form = useRef<HTMLFormElement>(null)
  useLayoutEffect(() => form.current?.querySelector('input')?.focus(), [])
  const { isBusy, error, run } = useAction(async () => onMade(await api.request('POST /keys', { name: name.trim() })))
  return (
    <form
      ref={form}
      class="panel stack"
      onSubmit={(event) => {
        event.preventDefault()
        run()
      }}
    >
      <h2>{t('keys.new')}</h2>
      <TextField
        label={t('keys.name')}
        hint={t('keys.name.hint')}
        maxLength={64}
        required
        value={name}
        onType={setName}
      />
      {error !== null && <ErrorBanner error={error} facts={{ field: t('keys.name') }} isAlert />}
      <p class="ways">
        <button type="submit" class="button main" aria-disabled={isBusy}>
          {t('keys.create')}
        </button>
        <button type="button" class="button quiet" onClick={onLeave}>
          {t('act.cancel')}
        </button>
      </p>
    </form>
  )
}
