import { isKnownMethod, nearestMethod } from '@p2p-rates/core'

/** Advice where the dictionary has none of a name; null where it has all. An exchange may still offer such a method. */
export function methodHint(names: readonly string[]): string | null {
  const at = names.findIndex((name) => !isKnownMethod(name))
  const name = names[at]
  if (name === undefined) return null
  const which = names.length === 1 ? 'this payment method' : `payment method ${at + 1} of these ${names.length}`
  const meant = nearestMethod(name)
  return `The dictionary does not know ${which}.${meant === null ? '' : ` Did you mean \`${meant}\`?`}`
}
