import type { ComponentChildren } from 'preact'
import './empty.css'

/** Nothing to show is an answer: one sentence, and what to do next. */
export const Empty = (props: {
  readonly title: string
  readonly children?: ComponentChildren
  readonly action?: ComponentChildren
}) => (
  <div class="empty">
    <p>
      <b>{props.title}</b>
    </p>
    {props.children && <p class="quiet small">{props.children}</p>}
    {props.action && <p class="empty-ways">{props.action}</p>}
  </div>
)
