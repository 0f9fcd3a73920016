import type { Rule } from '@p2p-rates/contract'
import { Confirm } from '../../parts/dialog.js'
import { Problem } from '../../parts/problem.js'
import { Stranger } from '../../parts/stranger.js'
import { useAction } from '../../parts/use-action.js'
import { useServices } from '../../services.js'

type DeleteRuleProps = { readonly rule: Rule; readonly onEnd: (isDeleted: boolean) => void }

/** Asks before a rule goes, since programs may be asking for its price. */
export function DeleteRule({ rule, onEnd }: DeleteRuleProps) {
  const { ask, announcer, speech } = useServices()
  const { say } = speech
  const remove = useAction(async () => {
    await ask.at('DELETE /rules/{id}', {}, { params: { id: rule.id } })
    announcer.toast(say('rules.deleted'))
    onEnd(true)
  })
  if (remove.error !== null) return <Problem error={remove.error} again={remove.forget} isAlert />
  return (
    <Confirm
      title={say('rules.delete.title')}
      verb={say('rules.delete.do')}
      harmless={say('rules.keep')}
      onConfirm={() => remove.run()}
      onClose={() => onEnd(false)}
    >
      <Stranger text={rule.name} longest={64} /> {say('rules.delete.why')}
    </Confirm>
  )
}
