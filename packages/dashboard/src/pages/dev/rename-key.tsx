import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { ErrorBanner } from '../../parts/error-banner.js'
import { useAction } from '../../parts/use-action.js'
import { useServices } from '../../services-context.js'

type RenameKeyProps = { readonly id: string; readonly name: string; readonly onEnd: (changed: boolean) => void }

/** Another name in the place of the old one. Enter keeps it, Escape leaves it. */
export function RenameKey({ id, name, onEnd }: RenameKeyProps) {
  const { api, translator } = useServices()
  const { t } = translator
  const [typed, setTyped] = useState(name)
  const input = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => input.current?.select(), [])
  const { isBusy, error, run } = useAction(async () => {
    await api.request('PATCH /keys/{id}', { name: typed.trim() }, { params: { id } })
    onEnd(true)
  })
  return (
    <form
      class="rename"
      onSubmit={(event) => {
        event.preventDefault()
        run()
      }}
    >
      <input
        ref={input}
        class="field"
        aria-label={t('keys.name')}
        autocomplete="off"
        maxLength={64}
        required
        value={typed}
        onInput={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onEnd(false)
        }}
      />
      <button type="submit" class="button small" aria-disabled={isBusy}>
        {t('act.save')}
      </button>
      <button type="button" class="button small quiet" onClick={() => onEnd(false)}>
        {t('act.cancel')}
      </button>
      {error !== null && <ErrorBanner error={error} facts={{ field: t('keys.name') }} isAlert />}
    </form>
  )
}
