import { useState } from 'preact/hooks'
import { useServices } from '../services-context.js'
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

/** Field for a new password. `send` passes on a password that is long enough; otherwise the field shows an error. */
export function useNewPassword(label: string) {
  const { t } = useServices()
  const [password, setPassword] = useState('')
  const [isShort, setShort] = useState(false)
  const error = isShort ? t('password.short') : null
  const field = <PasswordField label={label} kind="new" value={password} onType={setPassword} error={error} />
  function send(act: (password: string) => void): void {
    setShort(!isLongEnough(password))
    if (isLongEnough(password)) act(password)
  }
  return { password, setPassword, field, send }
}

/** As the server demands. */
export const shortestPassword = 10

const isLongEnough = (password: string): boolean => [...password].length >= shortestPassword

/** Strength by length and repetition. Only the length is required. */
export function passwordStrength(password: string) {
  const letters = [...password]
  if (!isLongEnough(password)) return 'short'
  const different = new Set(letters.map((letter) => letter.toLowerCase())).size
  const steps = letters.filter((letter, at) => isStep(letters[at - 1], letter)).length
  const worth = letters.length - steps
  if (different < 6 || worth < 8) return 'weak'
  return worth >= 16 && different >= 8 ? 'strong' : 'fair'
}

/** The same letter again, or the next one of a row such as 1234. */
function isStep(before: string | undefined, letter: string): boolean {
  if (before === undefined) return false
  const distance = (letter.codePointAt(0) ?? 0) - (before.codePointAt(0) ?? 0)
  return Math.abs(distance) <= 1
}
