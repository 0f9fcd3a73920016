import { useState } from 'preact/hooks'
import { useAnswer } from '../../ask/use-answer.js'
import { Confirm } from '../../parts/dialog.js'
import { Heading, useTitle } from '../../parts/heading.js'
import { PasswordField } from '../../parts/password-field.js'
import { Problem } from '../../parts/problem.js'
import { Skeleton } from '../../parts/skeleton.js'
import { leaveTo, useAction } from '../../parts/use-action.js'
import { useServices } from '../../services.js'
import { DevFrame } from './dev-frame.js'
import { NewPassword } from './new-password.js'
import { PlanWish } from './plan-wish.js'
import { SecondFactor } from './second-factor.js'
import { Sessions } from './sessions.js'

/** Who one is here: password, plan, log-ins, the way out. */
export function Account() {
  const { first, speech } = useServices()
  const { say } = speech
  const { answer, error, again } = useAnswer('GET /account', {})
  const sessions = useAnswer('GET /sessions', {})
  useTitle(say('nav.account'))
  return (
    <DevFrame>
      <div class="page-head">
        <Heading>{say('nav.account')}</Heading>
        <span class="quiet">{first.account?.email}</span>
      </div>
      {error !== null && <Problem error={error} again={again} />}
      <section class="narrow">
        <h2>{say('account.plan')}</h2>
        {answer === null ? <Skeleton width="100%" height="5rem" /> : <PlanWish account={answer} />}
      </section>
      <section class="narrow">
        <h2>{say('account.password')}</h2>
        <NewPassword onChange={sessions.again} />
      </section>
      <section class="narrow">
        <h2>{say('factor.title')}</h2>
        {answer === null ? (
          <Skeleton width="100%" height="5rem" />
        ) : (
          <SecondFactor isOn={answer.second_factor} onChange={again} />
        )}
      </section>
      <Sessions asked={sessions} />
      <Delete />
    </DevFrame>
  )
}

/** The password is asked for once more, and so is whether it is meant. */
function Delete() {
  const { ask, first, speech } = useServices()
  const { say } = speech
  const [password, setPassword] = useState('')
  const [isAsked, setAsked] = useState(false)
  const remove = useAction(async () => {
    await ask.at('DELETE /account', { current_password: password })
    leaveTo('/')
  })
  return (
    <section class="narrow">
      <h2>{say('account.delete')}</h2>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault()
          setAsked(true)
        }}
      >
        <p class="quiet">{say('account.delete.why')}</p>
        <PasswordField label={say('account.old_password')} kind="known" value={password} onType={setPassword} />
        {remove.error !== null && <Problem error={remove.error} isAlert />}
        <p>
          <button type="submit" class="button bad">
            {say('account.delete')}
          </button>
        </p>
      </form>
      {isAsked && (
        <Confirm
          title={say('account.delete_title', { email: first.account?.email ?? '' })}
          verb={say('account.delete_do')}
          harmless={say('keys.keep')}
          onConfirm={() => {
            setAsked(false)
            remove.run()
          }}
          onClose={() => setAsked(false)}
        >
          {say('account.delete.why')}
        </Confirm>
      )}
    </section>
  )
}
