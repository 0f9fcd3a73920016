import type { PriceBoard } from '@p2p-rates/contract'
import { Confirm } from '../../../parts/dialog.js'
import { Problem } from '../../../parts/problem.js'
import { Stranger } from '../../../parts/stranger.js'
import { useAction } from '../../../parts/use-action.js'
import { useServices } from '../../../services.js'

type DeleteBoardProps = { readonly board: PriceBoard; readonly onEnd: (isDeleted: boolean) => void }

/** Asks before a board goes, since pages of others may be showing it. */
export function DeleteBoard({ board, onEnd }: DeleteBoardProps) {
  const { ask, announcer, speech } = useServices()
  const { say } = speech
  const remove = useAction(async () => {
    await ask.at('DELETE /boards/{id}', {}, { params: { id: board.id } })
    announcer.toast(say('boards.deleted'))
    onEnd(true)
  })
  if (remove.error !== null) return <Problem error={remove.error} again={remove.forget} isAlert />
  return (
    <Confirm
      title={say('boards.delete.title')}
      verb={say('boards.delete.do')}
      harmless={say('boards.keep')}
      onConfirm={() => remove.run()}
      onClose={() => onEnd(false)}
    >
      <Stranger text={board.title} longest={64} /> {say('boards.delete.why')}
    </Confirm>
  )
}
