import { shortestPassword as demanded } from '@p2p-rates/contract'
import { expect, test } from 'vitest'
import { passwordStrength, shortestPassword } from './password-field.js'

test('a list shorter than the limit stays short, with any content', () => {
  expect(shortestPassword).toBe(demanded)
  expect(passwordStrength('')).toBe('short')
  expect(passwordStrength('aB3$xY9!z')).toBe('short')
  expect(passwordStrength('aB3$xY9!zQ')).toBe('fair')
})

test.each(['aaaaaaaaaaaaaaaa', '123456789012', 'abcdefghijklmnop', 'ababababababab'])(
  '%s is weak at any length',
  (one) => {
    expect(passwordStrength(one)).toBe('weak')
  },
)

test('several words are strong without a sign or a capital, in any alphabet', () => {
  expect(passwordStrength('correct horse battery')).toBe('strong')
  expect(passwordStrength('правильна кобила батарея')).toBe('strong')
  expect(passwordStrength('horse battery')).toBe('fair')
})
