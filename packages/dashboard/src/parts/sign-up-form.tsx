import type { ComponentChild } from 'preact'
import { useState } from 'preact/hooks'
import { useServices } from '../services-context.js'
import { useNewPassword } from './password-field.js'
import { SingleActionForm } from './single-action-form.js'
import { TextField } from './text-field.js'
import { useAction } from './use-action.js'

type NewPersonFormProps = {
  readonly verb: string
  readonly onSend: (person: { readonly email: string; readonly password: string }) => Promise<void>
}

export function SignUpForm({ verb, onSend }: NewPersonFormProps) {
  const [email, setEmail] = useState('')
  return (
    <FirstPasswordForm
      verb={verb}
      email={<EmailField value={email} onType={setEmail} />}
      onSend={(password) => onSend({ email, password })}
    />
  )
}

type FirstPasswordFormProps = {
  readonly verb: string
  /** The field of the address; absent where a link has brought it. */
  readonly email?: ComponentChild
  readonly onSend: (password: string) => Promise<void>
}

export function FirstPasswordForm({ verb, email, onSend }: FirstPasswordFormProps) {
  const { t } = useServices()
  const { field, send } = useNewPassword(t('login.password'))
  const { isBusy, error, run } = useAction(onSend)
  const isAboutPassword = email === undefined || error?.param === 'password'
  return (
    <SingleActionForm
      verb={verb}
      action={{ isBusy, error, run: () => send(run) }}
      facts={{ field: t(isAboutPassword ? 'login.password' : 'login.email') }}
    >
      {email}
      {field}
    </SingleActionForm>
  )
}

export const EmailField = (props: { readonly value: string; readonly onType: (value: string) => void }) => (
  <TextField
    label={useServices().translator.t('login.email')}
    type="email"
    autocomplete="username"
    maxLength={254}
    required
    {...props}
  />
)
