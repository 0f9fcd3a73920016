import type { ComponentChild } from 'preact'
import { Icon, type IconName } from './icon.js'

type ButtonProps = {
  readonly word: ComponentChild
  readonly icon?: IconName
  /** Classes that `base.css` defines: `main`, `quiet`, `bad`, `small`. */
  readonly kind?: string
  /** Accessible name, if the word alone does not say which record it acts on. */
  readonly label?: string | undefined
} & (
  | { readonly href: string; readonly opensTab?: boolean }
  /** A busy button is not disabled, because that would take the focus away. */
  | { readonly href?: never; readonly isBusy?: boolean; readonly onClick: () => void }
  | { readonly href?: never; readonly isBusy?: boolean; readonly type: 'submit' }
)

const newTab = { target: '_blank', rel: 'noopener noreferrer' }

/** A button, or a link that looks like one. */
export function Button(props: ButtonProps) {
  const { word, icon, kind, label } = props
  const common = { class: kind === undefined ? 'button' : `button ${kind}`, 'aria-label': label }
  const content = icon === undefined ? word : [<Icon name={icon} />, ' ', word]
  if (props.href !== undefined)
    return (
      <a href={props.href} {...common} {...(props.opensTab === true && newTab)}>
        {content}
      </a>
    )
  const action =
    'type' in props ? { type: 'submit' as const } : { type: 'button' as const, onClick: () => props.onClick() }
  return (
    <button {...common} {...action} aria-disabled={props.isBusy}>
      {content}
    </button>
  )
}
