import { nearestWord } from '../nearest-word.js'
import { createMethodFilter } from './method-filter.js'
import { claimantsOf } from './method-index.js'
import { normaliseMethodName } from './normalise-method-name.js'
import { paymentMethods } from './payment-method-dictionary.js'

export const isKnownMethod = (text: string): boolean =>
  claimantsOf(text).length > 0 || createMethodFilter(text)(spellings)

/**
 * Id of the payment method whose name is most similar to a misspelt one. Null if no name is similar.
 *
 * @example
 * nearestMethod('monobnak') // 'monobank'
 */
export function nearestMethod(text: string): string | null {
  const ids = idsBySpelling()
  const nearest = nearestWord(runTogether(text), ids.keys())
  return nearest === null ? null : (ids.get(nearest) ?? null)
}

const spellings: readonly string[] = paymentMethods.flatMap(({ id, name, aliases, codes }) => [
  id,
  name,
  ...aliases,
  ...Object.values(codes).flat(),
])

const runTogether = (name: string): string => normaliseMethodName(name).replaceAll(' ', '')

function idsBySpelling(): ReadonlyMap<string, string> {
  const ids = new Map<string, string>()
  for (const { id, name, aliases } of paymentMethods)
    for (const spelling of [name, ...aliases].map(runTogether)) if (!ids.has(spelling)) ids.set(spelling, id)
  return ids
}
