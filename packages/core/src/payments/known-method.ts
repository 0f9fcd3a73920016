import { nearestWord } from '../nearest-word.js'
import { paymentMethods } from './dictionary.js'
import { createMethodFilter } from './method-filter.js'
import { claimantsOf } from './method-index.js'
import { normaliseMethodName } from './normalise-method-name.js'

/** Whether a filter can find anything: it fits a spelling of the dictionary or one of `seen`. */
export function isKnownMethod(text: string, seen: Iterable<string> = []): boolean {
  if (claimantsOf(text).length > 0) return true
  const accepts = createMethodFilter(text)
  return accepts(spellings) || accepts([...seen])
}

/** The payment method that was most likely meant, of `seen` before the dictionary; `null` when none is near. */
export function nearestMethod(text: string, seen: Iterable<string> = []): string | null {
  const nameOf = new Map<string, string>()
  for (const name of seen) remember(nameOf, name, name)
  for (const { name, aliases } of paymentMethods)
    for (const spelling of [name, ...aliases]) remember(nameOf, spelling, name)
  const nearest = nearestWord(runTogether(text), nameOf.keys())
  return nearest === null ? null : (nameOf.get(nearest) ?? null)
}

const spellings: readonly string[] = paymentMethods.flatMap(({ id, name, aliases, codes }) => [
  id,
  name,
  ...aliases,
  ...Object.values(codes).flat(),
])

const runTogether = (name: string): string => normaliseMethodName(name).replaceAll(' ', '')

function remember(nameOf: Map<string, string>, spelling: string, name: string): void {
  const key = runTogether(spelling)
  if (!nameOf.has(key)) nameOf.set(key, name)
}
