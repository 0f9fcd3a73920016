import { fiats } from '@p2p-rates/core'
import { usualExchanges } from './exchange-names.js'
import { nearestWord } from './nearest-word.js'

/** Which known value was probably meant by a command line that was refused for a value nobody knows. */
export function meantBy(words: readonly string[], param: 'fiat' | 'exchange'): string | null {
  const known: readonly string[] = param === 'fiat' ? fiats : usualExchanges
  const isKnown = (word: string) => known.some((value) => value.toLowerCase() === word.toLowerCase())
  const looksLikeIt = param === 'fiat' ? /^[a-z]{3}$/i : /^[a-z]{2,12}$/i
  for (const word of words.flatMap((typed) => typed.split('=').at(-1) ?? []))
    if (looksLikeIt.test(word) && !isKnown(word)) {
      const near = nearestWord(word, known)
      if (near !== null) return near
    }
  return null
}
