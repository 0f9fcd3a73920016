import type { ComponentChildren } from 'preact'
import './tag.css'

type TagProps = { readonly kind?: 'plain' | 'buy' | 'sell' | 'bad'; readonly children: ComponentChildren }

export const Tag = ({ kind = 'plain', children }: TagProps) => <span class={`tag ${kind}`}>{children}</span>
