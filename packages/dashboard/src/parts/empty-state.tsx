import type { ComponentChildren } from 'preact'
import './empty.css'

export const EmptyState = (props: {
  readonly title: string
  readonly children?: ComponentChildren
  readonly action?: ComponentChildren
}) => (
  <div class="centred empty">
    <p>
      <b>{props.title}</b>
    </p>
    {props.children && <p class="quiet small">{props.children}</p>}
    {props.action && <p class="ways">{props.action}</p>}
  </div>
)
