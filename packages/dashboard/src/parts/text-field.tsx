import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import './text-field.css'

type TextFieldProps = {
  readonly type?: 'text' | 'email' | 'password' | 'url'
  readonly autocomplete?: 'username' | 'current-password' | 'new-password' | 'one-time-code' | 'off'
  readonly maxLength: number
  readonly required?: boolean
  readonly label: string
  readonly value: string
  readonly onType: (value: string) => void
  readonly error?: string | null
  readonly hint?: ComponentChildren
  readonly corner?: ComponentChildren
}

export function TextField(props: TextFieldProps) {
  const { label, value, onType, error = null, hint, corner, type = 'text', autocomplete = 'off' } = props
  const id = useId()
  const descriptionId = [error !== null && `${id}-error`, hint !== undefined && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div class="text-field">
      <label for={id} class="quiet small">
        {label}
      </label>
      <input
        // Preact types inputs by a literal `type`, but showing the password changes it at run time.
        type={type as 'text'}
        autocomplete={autocomplete}
        maxLength={props.maxLength}
        required={props.required ?? false}
        spellcheck={type === 'text' && autocomplete === 'off'}
        id={id}
        class="field"
        value={value}
        aria-invalid={error !== null}
        aria-describedby={descriptionId === '' ? undefined : descriptionId}
        onInput={(event) => onType(event.currentTarget.value)}
      />
      {/* Shown above the field, but Tab leads from field to field. */}
      {corner !== undefined && <span class="text-field-corner quiet small">{corner}</span>}
      {error !== null && (
        <p id={`${id}-error`} class="text-field-error is-bad small">
          {error}
        </p>
      )}
      {hint !== undefined && (
        <p id={`${id}-hint`} class="faint small">
          {hint}
        </p>
      )}
    </div>
  )
}
