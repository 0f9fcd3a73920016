import type { ComponentChildren } from 'preact'
import { Icon, type IconName } from './icon.js'
import './banner.css'

type BannerProps = {
  readonly kind?: 'note' | 'bad'
  readonly icon: IconName
  readonly title: ComponentChildren
  readonly children?: ComponentChildren
  readonly action?: ComponentChildren
  readonly trace?: string | null
  /** Spoken at once, because an action was stopped. */
  readonly isAlert?: boolean
}

export const Banner = ({ kind = 'note', icon, title, children, action, trace, isAlert = false }: BannerProps) => (
  <div class={`banner ${kind}`} role={isAlert ? 'alert' : undefined}>
    <Icon name={icon} />
    <p>
      <b>{title}</b> <span>{children}</span>
      {trace && <code>{trace}</code>}
    </p>
    {action}
  </div>
)

/** On top of every page of a server whose exchanges never existed. It cannot be closed. */
export const SimulatedBanner = ({ word, sentence }: { readonly word: string; readonly sentence: string }) => (
  <aside class="simulated" aria-label={word}>
    <span>
      <b>{word}</b> {sentence}
    </span>
  </aside>
)
