import { Confirm } from '../../parts/dialog.js'
import { ErrorBanner } from '../../parts/error-banner.js'
import { UntrustedText } from '../../parts/untrusted-text.js'
import { useAction } from '../../parts/use-action.js'
import { useServices } from '../../services-context.js'

type ConfirmDeleteProps = {
  readonly what: 'rules' | 'boards'
  readonly id: string
  readonly name: string
  readonly onEnd: (isDeleted: boolean) => void
}

/** Asks before a rule or a board goes: programs may ask for it, and pages of others may show it. */
export function ConfirmDelete({ what, id, name, onEnd }: ConfirmDeleteProps) {
  const { api, liveRegion, translator } = useServices()
  const { t } = translator
  const removal = useAction(async () => {
    await api.request(`DELETE /${what}/{id}`, {}, { params: { id } })
    liveRegion.showToast(t(`${what}.deleted`))
    onEnd(true)
  })
  if (removal.error !== null) return <ErrorBanner error={removal.error} refetch={removal.clearError} isAlert />
  return (
    <Confirm
      title={t(`${what}.delete.title`)}
      verb={t(`${what}.delete.do`)}
      harmless={t(`${what}.keep`)}
      onConfirm={() => removal.run()}
      onClose={() => onEnd(false)}
    >
      <UntrustedText text={name} longest={64} /> {t(`${what}.delete.why`)}
    </Confirm>
  )
}
