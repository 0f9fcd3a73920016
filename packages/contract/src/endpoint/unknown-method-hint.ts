import { isKnownMethod, nearestMethod } from '@p2p-rates/core'

/** Hint for names missing in the dictionary; `null` if it has all. An exchange may still offer such a method. */
export function unknownMethodHint(names: readonly string[]): string | null {
  const at = names.findIndex((name) => !isKnownMethod(name))
  const name = names[at]
  if (name === undefined) return null
  const which = names.length === 1 ? 'this payment method' : `payment method ${at + 1} of these ${names.length}`
  const meant = nearestMethod(name)
  return `The dictionary does not know ${which}.${meant === null ? '' : ` Did you mean \`${meant}\`?`}`
}
