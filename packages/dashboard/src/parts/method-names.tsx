import { UntrustedText } from './untrusted-text.js'

/** The first of several ways to pay, and how many more there are. No line begins with a comma. */
export function MethodNames({ names, most }: { readonly names: readonly string[]; readonly most: number }) {
  const more = names.length - most
  const shown = names.slice(0, most)
  return (
    <>
      {shown.map((name, at) => (
        <span key={at}>
          {at > 0 && ' '}
          <span class="nowrap">
            {/* The comma is part of the text, so that a name that is cut off takes it along. */}
            <UntrustedText text={at < shown.length - 1 ? `${name},` : name} longest={40} />
          </span>
        </span>
      ))}
      {more > 0 && <span class="faint nowrap"> +{more}</span>}
    </>
  )
}
