import { cleanText } from './clean-text.js'
import type { SharedWords } from './shared-words.js'

/** Of a dictionary that is loaded in parts, some may not be there yet. */
type Known = Partial<SharedWords>

/** The kinds of codes that have words. */
export type CodeKind = 'source' | 'verdict' | 'confidence' | 'trust' | 'reason' | 'unfilled' | 'error'

/** A code in plain words. An unknown code of a newer server is shown as it is, harmlessly. */
export const inWords = (words: Known, kind: CodeKind, code: string): string =>
  sentenceOf(words, `${kind}.${code}`) ?? cleanText(code).replaceAll('_', ' ')

/** The sentence behind a code; `null` for an unknown one. */
export const whyInWords = (words: Known, kind: 'source' | 'reason', code: string): string | null =>
  sentenceOf(words, `${kind}.${code}.why`)

/** What keeps a price from being certain. An unknown reason of a newer server is shown as it is. */
export const confidenceInWords = (words: Known, code: string): string =>
  sentenceOf(words, `confidence.why.${code}`) ?? cleanText(code).replaceAll('_', ' ')

const sentenceOf = (words: Known, key: string): string | null =>
  Object.hasOwn(words, key) ? (words[key as keyof SharedWords] ?? null) : null
