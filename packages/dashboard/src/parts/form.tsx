import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { ErrorFacts } from '../api/error-words.js'
import { useServices } from '../services-context.js'
import { Button } from './button.js'
import { ErrorBanner } from './error-banner.js'
import type { Action } from './use-action.js'

type FormProps = {
  readonly class?: string
  readonly noValidate?: boolean
  /** The first field takes the focus when the form appears. */
  readonly takesFocus?: boolean
  readonly onSubmit: () => void
  readonly children: ComponentChildren
}

/** A form that a script sends. An invalid amount takes the focus instead. */
export function Form({ takesFocus = false, onSubmit, ...props }: FormProps) {
  const form = useRef<HTMLFormElement>(null)
  useLayoutEffect(() => {
    if (takesFocus) form.current?.querySelector('input')?.select()
  }, [takesFocus])
  return (
    <form
      ref={form}
      {...props}
      onSubmit={(event) => {
        event.preventDefault()
        const wrong = form.current?.querySelector<HTMLElement>('.amount-field [aria-invalid=true]')
        if (wrong == null) return onSubmit()
        wrong.closest('details')?.setAttribute('open', '')
        wrong.focus()
      }}
    />
  )
}

type ActionFormProps = FormProps & {
  readonly action: Pick<Action<never>, 'isBusy' | 'error'>
  readonly verb: string
  readonly kind?: string
  readonly facts?: ErrorFacts | undefined
  readonly onCancel?: () => void
}

/** Fields, then the refusal, the button that sends, and the one that leaves. */
export function ActionForm({ action, verb, kind = 'main', facts = {}, onCancel, children, ...form }: ActionFormProps) {
  const { t } = useServices()
  return (
    <Form {...form}>
      {children}
      {action.error !== null && <ErrorBanner error={action.error} facts={facts} isAlert />}
      <p class="ways">
        <Button type="submit" kind={kind} word={verb} isBusy={action.isBusy} />
        {onCancel !== undefined && <Button kind="quiet" word={t('act.cancel')} onClick={onCancel} />}
      </p>
    </Form>
  )
}
