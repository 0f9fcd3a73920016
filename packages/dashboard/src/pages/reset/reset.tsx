import { useState } from 'preact/hooks'
import { EntryForm } from '../../parts/entry-form.js'
import { Heading, useTitle } from '../../parts/heading.js'
import { PasswordField } from '../../parts/password-field.js'
import { isLongEnough } from '../../parts/password-strength.js'
import { useAction } from '../../parts/use-action.js'
import { useSecret } from '../../routes/use-secret.js'
import { useServices } from '../../services.js'

/** Sets a new password by the operator's link. */
export function Reset() {
  const { say } = useServices().speech
  const token = useSecret()
  const [isDone, setDone] = useState(false)
  useTitle(say('reset.title'))
  return (
    <div class="entry">
      <Heading>{say('reset.title')}</Heading>
      {isDone ? (
        <>
          <p role="status">{say('reset.done')}</p>
          <a class="button main" href="/login">
            {say('login.do')}
          </a>
        </>
      ) : token === null ? (
        <p>{say('reset.no_link')}</p>
      ) : (
        <ResetForm token={token} onDone={() => setDone(true)} />
      )}
    </div>
  )
}

function ResetForm({ token, onDone }: { readonly token: string; readonly onDone: () => void }) {
  const { ask, speech } = useServices()
  const { say } = speech
  const [password, setPassword] = useState('')
  const [isShort, setShort] = useState(false)
  const reset = useAction(async () => {
    await ask.at('POST /password-resets', { token, new_password: password })
    onDone()
  })
  return (
    <EntryForm
      verb={say('reset.do')}
      isBusy={reset.isBusy}
      error={reset.error}
      onSubmit={() => {
        setShort(!isLongEnough(password))
        if (isLongEnough(password)) reset.run()
      }}
    >
      <PasswordField
        label={say('reset.password')}
        kind="new"
        value={password}
        onType={setPassword}
        error={isShort ? say('password.short') : null}
      />
    </EntryForm>
  )
}
