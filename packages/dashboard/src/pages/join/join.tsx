import { useAnswer } from '../../ask/use-answer.js'
import { Heading, useTitle } from '../../parts/heading.js'
import { NewPersonForm } from '../../parts/new-person-form.js'
import { Problem } from '../../parts/problem.js'
import { Skeleton } from '../../parts/skeleton.js'
import { leaveTo } from '../../parts/use-action.js'
import { useSecret } from '../../routes/use-secret.js'
import { useServices } from '../../services.js'

/** Makes an account, by an invite or where everybody may. */
export function Join() {
  const { ask, speech } = useServices()
  const { say } = speech
  const invite = useSecret()
  const { answer, error, again } = useAnswer('GET /registration', invite === null ? {} : null)
  useTitle(say('join.title'))

  async function join(person: { readonly email: string; readonly password: string }): Promise<void> {
    await ask.at('POST /accounts', { ...person, ...(invite !== null && { invite }) })
    leaveTo('/dev/keys')
  }

  return (
    <div class="entry">
      <Heading>{say('join.title')}</Heading>
      {invite !== null || answer?.mode === 'open' ? (
        <>
          <p class="quiet">{say(invite === null ? 'join.open' : 'join.invited')}</p>
          <NewPersonForm verb={say('join.do')} onSend={join} />
        </>
      ) : error !== null ? (
        <Problem error={error} again={again} />
      ) : answer !== null ? (
        <p>{say('login.closed')}</p>
      ) : (
        <Skeleton height="12rem" width="100%" />
      )}
      <p class="small quiet">
        <a href="/login">{say('join.known')}</a>
      </p>
    </div>
  )
}
