import { expect, test } from 'vitest'
import { digestOf, isWellFormedKey, makeKey, prefixOf } from './key-format.js'

test('a key has the documented form and no two are alike', () => {
  const keys = Array.from({ length: 1_000 }, makeKey)
  for (const key of keys) {
    expect(key).toMatch(/^p2p_[0-9A-Za-z]{38}$/)
    expect(isWellFormedKey(key)).toBe(true)
    expect(prefixOf(key)).toHaveLength(12)
  }
  expect(new Set(keys).size).toBe(keys.length)
})

test('a mistyped character anywhere is noticed without a look-up', () => {
  const key = makeKey()
  for (let at = 0; at < key.length; at++) {
    const other = key[at] === 'a' ? 'b' : 'a'
    expect(isWellFormedKey(key.slice(0, at) + other + key.slice(at + 1))).toBe(false)
  }
  expect(isWellFormedKey('')).toBe(false)
  expect(isWellFormedKey(`${key}x`)).toBe(false)
})

test('the digest is the SHA-256 of the key', () => {
  expect(digestOf('p2p_x')).toBe('a09500396b615734025f7d5c8fa39190df274f28b03b4061096daa7ab8aa0a6f')
})
