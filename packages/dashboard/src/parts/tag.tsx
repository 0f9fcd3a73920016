import type { ComponentChildren } from 'preact'
import './tag.css'

/** A word that is set apart. Its colour only helps. */
export const Tag = ({
  kind = 'plain',
  children,
}: {
  readonly kind?: 'plain' | 'buy' | 'sell' | 'bad'
  readonly children: ComponentChildren
}) => <span class={`tag ${kind}`}>{children}</span>
