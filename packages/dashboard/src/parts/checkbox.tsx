import type { ComponentChildren } from 'preact'

type CheckboxProps = {
  readonly class?: string
  readonly isTicked: boolean
  readonly onTick: (isTicked: boolean) => void
  readonly children: ComponentChildren
}

/** Box to tick, and its words. */
export const Checkbox = (props: CheckboxProps) => (
  <label class={`check ${props.class ?? ''}`.trim()}>
    <input type="checkbox" checked={props.isTicked} onChange={(event) => props.onTick(event.currentTarget.checked)} />
    {props.children}
  </label>
)
