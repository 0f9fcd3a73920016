import { type ComponentChildren, Fragment } from 'preact'

/** Name and value. Null or false if it is left out. */
export type Fact = readonly [name: ComponentChildren, value: ComponentChildren] | null | false

type FactsProps = { readonly facts: readonly Fact[]; readonly kind?: string }

export const Facts = ({ facts, kind = 'facts' }: FactsProps) => (
  <dl class={kind}>
    {facts.map(
      (fact, at) =>
        fact && (
          <Fragment key={at}>
            <dt>{fact[0]}</dt>
            <dd>{fact[1]}</dd>
          </Fragment>
        ),
    )}
  </dl>
)
