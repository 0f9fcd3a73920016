import { reasonCodes } from '@p2p-rates/core'
import { confidenceReasons, verdicts } from '@p2p-rates/core/internal'
import { checkEach } from '@p2p-rates/core/testing'
import { describe, expect, test } from 'vitest'
import { errorCodes } from '../errors/error-codes.js'
import { isFavourableReason } from './ad-reasons.js'
import { codeInWords, confidenceInWords, doubtInWords, whyInWords } from './code-in-words.js'
import { en } from './en.js'
import type { SharedWords } from './shared-words.js'
import { uk } from './uk.js'

const slotsOf = (text: string): readonly string[] => (text.match(/\{\w+\}/g) ?? []).toSorted()
const keys = Object.keys(en) as (keyof SharedWords)[]

describe.each([
  ['English', en],
  ['Ukrainian', uk],
] as const)('in %s', (_, words: SharedWords) => {
  test('each reason has a label and a sentence', () =>
    checkEach(reasonCodes, (code) => {
      expect(words[`reason.${code}`]).toMatch(/^[\p{Ll}].*[^.]$/u)
      expect(words[`reason.${code}.why`]).toMatch(/^\p{Lu}.*\.$/u)
    }))
  test('no two reasons read alike', () => {
    expect(new Set(reasonCodes.map((code) => words[`reason.${code}`])).size).toBe(reasonCodes.length)
  })
  test('each error says what happened and what to do', () =>
    checkEach(Object.keys(errorCodes), (code) => {
      expect(words[`error.${code}` as keyof SharedWords]).toMatch(/\.$/)
      expect(words[`error.${code}.do` as keyof SharedWords]).toMatch(/\.$/)
    }))
  test('every verdict and every reason of confidence has words of its own', () => {
    expect(new Set(verdicts.map((code) => words[`verdict.${code}`])).size).toBe(verdicts.length)
    const sentences = confidenceReasons.map((code) => words[`confidence.why.${code}`])
    expect(new Set(sentences).size).toBe(confidenceReasons.length)
    for (const sentence of sentences) expect(sentence).toMatch(/^\p{Lu}[^.]+\.$/u)
  })
})

test('both languages have the same sentences with the same slots', () => {
  expect(Object.keys(uk)).toEqual(keys)
  expect(keys.filter((key) => slotsOf(en[key]).join() !== slotsOf(uk[key]).join())).toEqual([])
})

test('an unknown code of a newer server is shown sanitised, without a sentence of its own', () => {
  expect(codeInWords(uk, 'reason', 'of_the\u001b[2J_future')).toBe('of the future')
  expect(codeInWords(en, 'error', 'toString')).toBe('toString')
  expect(whyInWords(en, 'reason', 'of_the_future')).toBeNull()
  expect(confidenceInWords(en, 'full_moon')).toBe('full moon')
  expect(isFavourableReason('of_the_future')).toBe(false)
})

test('known reasons are shown in their words', () => {
  expect(codeInWords(en, 'source', 'held_out')).toBe('excluded')
  expect(whyInWords(uk, 'source', 'live')).toBe('Її ціни враховуються.')
})

test('a price of low confidence is shown with its most important reason, any other price without one', () => {
  const reasons = ['little_evidence', 'wide_prices', 'ahead_of_others']
  expect(doubtInWords(en, { level: 'low', reasons })).toBe(
    'Low confidence: no other exchange comes near the best price.',
  )
  expect(doubtInWords(uk, { level: 'low', reasons })).toMatch(/^Надійність низька: жодна /)
  expect([doubtInWords(en, { level: 'medium', reasons }), doubtInWords(en, undefined)]).toEqual([null, null])
})
