import { createRandom } from '@p2p-rates/core/internal'
import { expect, test } from 'vitest'
import { base32, bytesOfBase32, codeAt, matchingStep, stepOf } from './totp.js'

const secret = Buffer.from('12345678901234567890')

test.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('at %i s the code is the one of RFC 6238, of which apps show the last six digits', (seconds, code) => {
  expect(codeAt(secret, stepOf(seconds * 1_000))).toBe(code.slice(2))
})

test.each(['755224', '287082', '359152', '969429', '338314', '254676', '287922', '162583', '399871', '520489'])(
  'counts as RFC 4226 does: %s',
  (code) => {
    expect(Array.from({ length: 10 }, (_, step) => codeAt(secret, step))).toContain(code)
  },
)

test('a code is good in its own half minute and in the ones before and after, and never again once it was used', () => {
  const at = 1_000_000 * 30_000
  const codes = [-2, -1, 0, 1, 2].map((step) => codeAt(secret, 1_000_000 + step))
  expect(codes.map((code) => matchingStep(secret, code, at, 0))).toEqual([null, 999_999, 1_000_000, 1_000_001, null])
  expect(codes.map((code) => matchingStep(secret, code, at, 1_000_000))).toEqual([null, null, null, 1_000_001, null])
  expect(matchingStep(secret, '', at, 0)).toBeNull()
})

test('base 32 is the one of RFC 4648, there and back', () => {
  expect(base32(Buffer.from('foobar'))).toBe('MZXW6YTBOI')
  const random = createRandom(Number(process.env.SEED))
  for (let length = 1; length < 40; length++) {
    const bytes = Uint8Array.from({ length }, () => Math.floor(random.next() * 256))
    expect(bytesOfBase32(base32(bytes))).toEqual(bytes)
  }
  for (const wrong of ['', 'ABC1', 'abcd', 'AB==']) expect(bytesOfBase32(wrong)).toBeNull()
})
