import type { ComponentChildren } from 'preact'
import './tag.css'

export const Tag = ({
  kind = 'plain',
  children,
}: {
  readonly kind?: 'plain' | 'buy' | 'sell' | 'bad'
  readonly children: ComponentChildren
}) => <span class={`tag ${kind}`}>{children}</span>
