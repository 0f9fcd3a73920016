import type { AccountInfo, PlanRequested } from '@p2p-rates/contract'
import { useState } from 'preact/hooks'
import { planNames } from '../../listed/names.js'
import { Choice } from '../../parts/choice.js'
import { Named } from '../../parts/named.js'
import { Problem } from '../../parts/problem.js'
import { StrangerInFull } from '../../parts/stranger.js'
import { TextField } from '../../parts/text-field.js'
import { useAction } from '../../parts/use-action.js'
import { useServices } from '../../services.js'

/** What the plan allows, and a wish for another one. */
export function PlanWish({ account }: { readonly account: AccountInfo }) {
  const { ask, speech } = useServices()
  const { say, show } = speech
  const others = planNames.filter((plan) => plan !== account.plan)
  const [plan, setPlan] = useState<string>(others.at(-1) ?? account.plan)
  const [note, setNote] = useState('')
  const [answer, setAnswer] = useState<PlanRequested | null>(null)
  const wish = useAction(async () => {
    setAnswer(await ask.at('POST /plan-requests', { plan, ...(note.trim() !== '' && { note: note.trim() }) }))
  })
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault()
        wish.run()
      }}
    >
      <p>
        {say('account.plan_now', {
          plan: account.plan,
          quota: account.monthly_quota,
          pace: account.requests_per_minute,
        })}
      </p>
      <p>
        <Named name={say('account.ask_for')}>
          <Choice
            label={say('account.ask_for')}
            value={plan}
            options={others.map((one) => ({ value: one as string, label: one }))}
            onChoose={setPlan}
          />
        </Named>
      </p>
      <TextField label={say('account.note')} maxLength={200} value={note} onType={setNote} />
      {wish.error !== null && <Problem error={wish.error} isAlert />}
      <p role="status">
        {answer?.told === true && say('account.told')}{' '}
        {answer !== null &&
          answer.contact !== null &&
          show('account.write', { contact: <StrangerInFull text={answer.contact} /> })}
        {answer !== null && !answer.told && answer.contact === null && say('account.nobody')}
      </p>
      <p>
        <button type="submit" class="button" aria-disabled={wish.isBusy}>
          {say('account.ask')}
        </button>
      </p>
    </form>
  )
}
