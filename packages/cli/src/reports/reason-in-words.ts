import { codeInWords } from '@p2p-rates/contract/words'
import { sharedWords } from '../words/say.js'

/** A reason in plain words. An unknown code of a newer server is shown as it is. */
export const reasonInWords = (code: string): string => codeInWords(sharedWords(), 'reason', code)

export function sharedSentence(name: string): string | null {
  const words: Readonly<Record<string, string>> = sharedWords()
  return Object.hasOwn(words, name) ? (words[name] ?? null) : null
}
