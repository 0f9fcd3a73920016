import type { ComponentChildren } from 'preact'
import './named.css'

/** Control under its visible name. The control has its own accessible name. */
export const ControlWithLabel = (props: { readonly name: string; readonly children: ComponentChildren }) => (
  <div class="column named">
    <span class="quiet small" aria-hidden="true">
      {props.name}
    </span>
    {props.children}
  </div>
)
