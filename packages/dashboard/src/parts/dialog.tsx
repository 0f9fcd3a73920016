import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import { useServices } from '../services-context.js'
import './dialog.css'

/** A question that must be answered first, or a list over the page. `Esc` closes it, and the focus goes back. */
export function Dialog(props: {
  readonly title: string
  readonly onClose: () => void
  readonly children: ComponentChildren
}) {
  const { title, onClose, children } = props
  const box = useRef<HTMLDialogElement>(null)
  const name = useId()
  useEffect(() => {
    box.current?.showModal()
  }, [])
  return (
    <dialog ref={box} aria-labelledby={name} onClose={onClose}>
      <h2 id={name}>{title}</h2>
      {children}
    </dialog>
  )
}

/** Asks before something that cannot be undone. The focus is on the harmless answer. */
export function Confirm(props: {
  readonly title: string
  readonly children: ComponentChildren
  readonly verb: string
  /** `Keep` by default. */
  readonly harmless?: string
  readonly onConfirm: () => void
  readonly onClose: () => void
}) {
  const { t } = useServices()
  const { title, children, verb, harmless = t('act.keep'), onConfirm, onClose } = props
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{children}</p>
      <p class="ways answers">
        <button type="button" class="button bad" onClick={onConfirm}>
          {verb}
        </button>
        {/* biome-ignore lint/a11y/noAutofocus: a dialog puts the focus on the harmless answer */}
        <button type="button" class="button quiet" autoFocus onClick={onClose}>
          {harmless}
        </button>
      </p>
    </Dialog>
  )
}
