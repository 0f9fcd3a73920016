import type { ComponentChildren } from 'preact'
import { AmountField, type AmountFieldProps } from './amount-field.js'
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

type AmountWithLabelProps = Omit<AmountFieldProps, 'label'> & { readonly name: string }

export const AmountWithLabel = ({ name, ...field }: AmountWithLabelProps) => (
  <ControlWithLabel name={name}>
    <AmountField label={name} {...field} />
  </ControlWithLabel>
)
