import { useState } from 'preact/hooks'
import { useServices } from '../services-context.js'
import { passwordStrength, shortestPassword } from './password-strength.js'
import { TextField } from './text-field.js'

type PasswordFieldProps = {
  readonly label: string
  readonly value: string
  readonly onType: (value: string) => void
  readonly kind: 'new' | 'known'
  readonly error?: string | null
}

export function PasswordField({ label, value, onType, kind, error = null }: PasswordFieldProps) {
  const { t } = useServices()
  const [isShown, setShown] = useState(false)
  const hint = value === '' ? t('password.rule', { n: shortestPassword }) : t(`password.${passwordStrength(value)}`)
  return (
    <TextField
      label={label}
      type={isShown ? 'text' : 'password'}
      autocomplete={kind === 'new' ? 'new-password' : 'current-password'}
      maxLength={128}
      required
      value={value}
      onType={onType}
      error={error}
      {...(kind === 'new' && error === null && { hint: <span aria-live="polite">{hint}</span> })}
      corner={
        <button
          type="button"
          class="link"
          aria-label={t(isShown ? 'password.hide_one' : 'password.show_one')}
          onClick={() => setShown(!isShown)}
        >
          {t(isShown ? 'password.hide' : 'password.show')}
        </button>
      }
    />
  )
}
