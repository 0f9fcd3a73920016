import { isFavourableReason } from '@p2p-rates/contract/words'
import { reasonCodes } from '@p2p-rates/core'
import { expect, test } from 'vitest'
import { reasonInWords } from './reason-in-words.js'

test('no two reasons of the core read alike', () => {
  expect(new Set(reasonCodes.map(reasonInWords)).size).toBe(reasonCodes.length)
  for (const code of reasonCodes) expect(reasonInWords(code)).toMatch(/^[a-z ]+$/)
})

test('an unknown reason of a newer server is shown by its code, harmlessly, and counts for no side', () => {
  expect(reasonInWords('of_the\u001b[2J_future')).toBe('of the future')
  expect(isFavourableReason('of_the_future')).toBe(false)
})
