import { useLayoutEffect, useRef } from 'preact/hooks'
import { useServices } from '../services-context.js'
import { TextField } from './text-field.js'

/** A code of the second factor. It takes the focus, because it appears as the next step of a form. */
export function SecondFactorCodeField(props: { readonly value: string; readonly onType: (value: string) => void }) {
  const { t } = useServices()
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => place.current?.querySelector('input')?.focus(), [])
  return (
    <div ref={place}>
      <TextField
        label={t('factor.code')}
        hint={t('factor.code.hint')}
        autocomplete="one-time-code"
        maxLength={40}
        required
        {...props}
      />
    </div>
  )
}
