import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { Icon } from './icon.js'
import './disclosure.css'

type DisclosureProps = {
  readonly title: ComponentChildren
  readonly children: ComponentChildren
  readonly open?: boolean
}

export const Disclosure = ({ title, children, open = false }: DisclosureProps) => (
  <details class="disclosure bare-summary" open={useOnceTrue(open)}>
    <summary>
      <Icon name="down" size={12} /> {title}
    </summary>
    <div>{children}</div>
  </details>
)

/** Stays true, so that a fold with an emptied field does not close while the user types in it. */
export function useOnceTrue(isTrue: boolean): boolean {
  const wasTrue = useRef(isTrue)
  wasTrue.current ||= isTrue
  return wasTrue.current
}
