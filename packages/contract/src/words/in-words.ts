import { cleanText } from './clean-text.js'
import type { SharedWords } from './shared-words.js'

/** The kinds of codes that have words. */
export type CodeKind = 'source' | 'verdict' | 'confidence' | 'trust' | 'reason' | 'unfilled' | 'error'

/** A code in plain words. An unknown code of a newer server is shown as it is, harmlessly. */
export const inWords = (words: SharedWords, kind: CodeKind, code: string): string =>
  sentenceOf(words, `${kind}.${code}`) ?? cleanText(code).replaceAll('_', ' ')

/** The sentence behind a code; `null` for an unknown one. */
export const whyInWords = (words: SharedWords, kind: 'source' | 'reason', code: string): string | null =>
  sentenceOf(words, `${kind}.${code}.why`)

/** What keeps a price from being certain. An unknown reason of a newer server is shown as it is. */
export const confidenceInWords = (words: SharedWords, code: string): string =>
  sentenceOf(words, `confidence.why.${code}`) ?? cleanText(code).replaceAll('_', ' ')

const sentenceOf = (words: SharedWords, key: string): string | null =>
  Object.hasOwn(words, key) ? words[key as keyof SharedWords] : null
