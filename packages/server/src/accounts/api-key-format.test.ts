import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { digestOf, makeKey, prefixOf } from './tokens.js'

test('a key has the documented form and no two are alike', () => {
  const keys = Array.from({ length: 1_000 }, makeKey)
  for (const key of keys) {
    expect(key).toMatch(/^p2p_[0-9A-Za-z]{38}$/)
    expect(prefixOf(key)).toHaveLength(12)
  }
  expect(new Set(keys).size).toBe(keys.length)
})

test('its last six characters are the CRC-32 of the rest, in base62', () => {
  const alphabet = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz']
  for (const key of Array.from({ length: 100 }, makeKey)) {
    const told = [...key.slice(-6)].reduce((value, digit) => value * 62 + alphabet.indexOf(digit), 0)
    expect(told).toBe(crc32(key.slice(0, -6)))
  }
})

test('the digest is the SHA-256 of the key', () => {
  expect(digestOf('p2p_x')).toBe('a09500396b615734025f7d5c8fa39190df274f28b03b4061096daa7ab8aa0a6f')
})
