import { useState } from 'preact/hooks'
import { useAnswer } from '../../ask/use-answer.js'
import { Confirm } from '../../parts/dialog.js'
import { Problem } from '../../parts/problem.js'
import { useAction } from '../../parts/use-action.js'
import { useServices } from '../../services.js'

/** After a new password: keys, webhooks and inboxes that go on, and one button that ends them. */
export function AccessLeft() {
  const { ask, speech } = useServices()
  const { say } = speech
  const { answer, again } = useAnswer('GET /access', {})
  const [isAsked, setAsked] = useState(false)
  const [isOver, setOver] = useState(false)
  const end = useAction(async () => {
    await ask.at('DELETE /access', {})
    setOver(true)
    again()
  })
  if (isOver) return <p role="status">{say('access.ended')}</p>
  if (answer === null || answer.keys + answer.webhooks + answer.inboxes === 0) return null
  return (
    <>
      <p class="small">{say('access.left', answer)}</p>
      {end.error !== null && <Problem error={end.error} isAlert />}
      <p>
        <button type="button" class="button bad" aria-disabled={end.isBusy} onClick={() => setAsked(true)}>
          {say('access.end')}
        </button>
      </p>
      {isAsked && (
        <Confirm
          title={say('access.end_title')}
          verb={say('access.end')}
          harmless={say('keys.keep')}
          onConfirm={() => {
            setAsked(false)
            end.run()
          }}
          onClose={() => setAsked(false)}
        >
          {say('access.left', answer)}
        </Confirm>
      )}
    </>
  )
}
