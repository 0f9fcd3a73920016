import type { ComponentChildren } from 'preact'
import { Icon } from './icon.js'
import './disclosure.css'

export const Disclosure = (props: {
  readonly title: ComponentChildren
  readonly children: ComponentChildren
  readonly open?: boolean
}) => (
  <details class="disclosure bare-summary" open={props.open ?? false}>
    <summary>
      <Icon name="down" size={12} /> {props.title}
    </summary>
    <div>{props.children}</div>
  </details>
)
