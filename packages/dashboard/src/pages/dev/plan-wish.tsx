import type { AccountInfo, PlanRequested } from '@p2p-rates/contract'
import { useState } from 'preact/hooks'
import { planNames } from '../../listed/names.js'
import { Choice } from '../../parts/choice.js'
import { Named } from '../../parts/named.js'
import { Problem } from '../../parts/problem.js'
import { TextField } from '../../parts/text-field.js'
import { StrangerInFull } from '../../parts/untrusted-text.js'
import { useAction } from '../../parts/use-action.js'
import { useServices } from '../../services.js'

export function PlanWish({ account }: { readonly account: AccountInfo }) {
  const { ask, speech } = useServices()
  const { t, tRich } = speech
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
        {t('account.plan_now', {
          plan: account.plan,
          quota: account.monthly_quota,
          pace: account.requests_per_minute,
        })}
      </p>
      <p>
        <Named name={t('account.ask_for')}>
          <Choice
            label={t('account.ask_for')}
            value={plan}
            options={others.map((one) => ({ value: one as string, label: one }))}
            onChoose={setPlan}
          />
        </Named>
      </p>
      <TextField label={t('account.note')} maxLength={200} value={note} onType={setNote} />
      {wish.error !== null && <Problem error={wish.error} isAlert />}
      <p role="status">
        {answer?.told === true && t('account.told')}{' '}
        {answer !== null &&
          answer.contact !== null &&
          tRich('account.write', { contact: <StrangerInFull text={answer.contact} /> })}
        {answer !== null && !answer.told && answer.contact === null && t('account.nobody')}
      </p>
      <p>
        <button type="submit" class="button" aria-disabled={wish.isBusy}>
          {t('account.ask')}
        </button>
      </p>
    </form>
  )
}
