import { Confirm } from '../../parts/dialog.js'
import { Problem } from '../../parts/problem.js'
import { UntrustedText } from '../../parts/untrusted-text.js'
import { useAction } from '../../parts/use-action.js'
import { useServices } from '../../services.js'

type DeleteAskedProps = {
  readonly what: 'rules' | 'boards'
  readonly id: string
  readonly name: string
  readonly onEnd: (isDeleted: boolean) => void
}

/** Asks before a rule or a board goes: programs may ask for it, and pages of others may show it. */
export function DeleteAsked({ what, id, name, onEnd }: DeleteAskedProps) {
  const { ask, announcer, speech } = useServices()
  const { t } = speech
  const removal = useAction(async () => {
    await ask.at(`DELETE /${what}/{id}`, {}, { params: { id } })
    announcer.toast(t(`${what}.deleted`))
    onEnd(true)
  })
  if (removal.error !== null) return <Problem error={removal.error} refetch={removal.forget} isAlert />
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
