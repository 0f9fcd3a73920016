import type { ComponentChildren } from 'preact'
import './named.css'

/** A control under its name. The control itself says the name to who does not see it. */
export const Named = (props: { readonly name: string; readonly children: ComponentChildren }) => (
  <div class="named">
    <span class="quiet small" aria-hidden="true">
      {props.name}
    </span>
    {props.children}
  </div>
)
