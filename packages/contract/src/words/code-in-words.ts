import type { ConfidenceReason } from '@p2p-rates/core'
import { cleanText } from './clean-text.js'
import type { SharedWords } from './shared-words.js'

/** Dictionary that loads in parts; some entries may still be missing. */
type Known = Partial<SharedWords>

export type CodeKind = 'source' | 'verdict' | 'confidence' | 'trust' | 'reason' | 'unfilled' | 'error'

/** A code in plain words. An unknown code of a newer server is shown as it is, harmlessly. */
export const codeInWords = (words: Known, kind: CodeKind, code: string): string =>
  sentenceOf(words, `${kind}.${code}`) ?? cleanText(code).replaceAll('_', ' ')

export const whyInWords = (words: Known, kind: 'source' | 'reason', code: string): string | null =>
  sentenceOf(words, `${kind}.${code}.why`)

export const confidenceInWords = (words: Known, code: string): string =>
  sentenceOf(words, `confidence.why.${code}`) ?? cleanText(code).replaceAll('_', ' ')

/** One sentence on a price of low confidence, with the reason that says most; `null` for any other price. */
export function doubtInWords(
  words: Known,
  told: { readonly level: string; readonly reasons: readonly string[] } | undefined,
): string | null {
  if (told?.level !== 'low') return null
  const main = weightiest.find((reason) => told.reasons.includes(reason)) ?? told.reasons[0] ?? 'no_price'
  const reason = confidenceInWords(words, main).replace(/^./, (letter) => letter.toLowerCase())
  return (sentenceOf(words, 'doubt.why') ?? '').replace('{reason}', () => reason)
}

const weightiest: readonly ConfidenceReason[] = [
  'no_price',
  'exchanges_disagree',
  'ahead_of_others',
  'two_camps',
  'tempting_price',
  'centre_moved',
  'wide_prices',
  'little_evidence',
]

const sentenceOf = (words: Known, key: string): string | null =>
  Object.hasOwn(words, key) ? (words[key as keyof SharedWords] ?? null) : null
