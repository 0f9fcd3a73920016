import { canonicalMethod, type MethodContext } from './match-method.js'
import { claimantsOf } from './method-index.js'
import type { PaymentMethod } from './payment-method-dictionary.js'

/** Longest filter text in code points. */
export const maxFilterLength = 64

/**
 * Returns whether an ad's methods contain the wanted one: an id of the dictionary, an alias of it, or a part of a name
 * in any case. An id excludes names that the dictionary knows as another method: `sepa` is not SEPA Instant. An empty
 * text matches everything, one above `maxFilterLength` nothing.
 */
export function createMethodFilter(text: string): (names: readonly string[], context?: MethodContext) => boolean {
  if (!fitsFilter(text)) return () => false
  const wanted = fold(text.trim())
  if (wanted === '') return () => true
  const methods: ReadonlySet<PaymentMethod> = new Set(claimantsOf(text))
  const isId = [...methods].some(({ id }) => id === wanted)
  return (names, context) =>
    names.some((name) => {
      const isPart = fold(name).includes(wanted)
      if (isPart && !isId) return true
      const method = canonicalMethod(name, context)
      return method === null ? isPart : methods.has(method)
    })
}

const fold = (text: string): string => text.normalize('NFKC').toLowerCase()

/** Counts no further than needed: a megabyte of input costs 65 steps. */
function fitsFilter(text: string): boolean {
  let length = 0
  for (const _ of text) if (++length > maxFilterLength) return false
  return true
}
