import { Confirm } from '../../parts/dialog.js'
import { Problem } from '../../parts/problem.js'
import { Stranger } from '../../parts/stranger.js'
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
  const { say } = speech
  const removal = useAction(async () => {
    await ask.at(`DELETE /${what}/{id}`, {}, { params: { id } })
    announcer.toast(say(`${what}.deleted`))
    onEnd(true)
  })
  if (removal.error !== null) return <Problem error={removal.error} again={removal.forget} isAlert />
  return (
    <Confirm
      title={say(`${what}.delete.title`)}
      verb={say(`${what}.delete.do`)}
      harmless={say(`${what}.keep`)}
      onConfirm={() => removal.run()}
      onClose={() => onEnd(false)}
    >
      <Stranger text={name} longest={64} /> {say(`${what}.delete.why`)}
    </Confirm>
  )
}
