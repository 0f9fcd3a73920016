import { useState } from 'preact/hooks'
import { useServices } from '../services.js'
import { EntryForm } from './entry-form.js'
import { PasswordField } from './password-field.js'
import { isLongEnough } from './password-strength.js'
import { TextField } from './text-field.js'
import { useAction } from './use-action.js'

type NewPersonFormProps = {
  readonly verb: string
  readonly onSend: (person: { readonly email: string; readonly password: string }) => Promise<void>
}

/** Who somebody will be from now on. */
export function NewPersonForm({ verb, onSend }: NewPersonFormProps) {
  const { say } = useServices().speech
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [isShort, setShort] = useState(false)
  const { isBusy, error, run } = useAction(onSend)
  return (
    <EntryForm
      verb={verb}
      isBusy={isBusy}
      error={error}
      facts={{ field: say(error?.param === 'password' ? 'login.password' : 'login.email') }}
      onSubmit={() => {
        setShort(!isLongEnough(password))
        if (isLongEnough(password)) run({ email, password })
      }}
    >
      <EmailField value={email} onType={setEmail} />
      <PasswordField
        label={say('login.password')}
        kind="new"
        value={password}
        onType={setPassword}
        error={isShort ? say('password.short') : null}
      />
    </EntryForm>
  )
}

export const EmailField = (props: { readonly value: string; readonly onType: (value: string) => void }) => (
  <TextField
    label={useServices().speech.say('login.email')}
    type="email"
    autocomplete="username"
    maxLength={254}
    required
    {...props}
  />
)
