import { describe, expect, test } from 'vitest'
import { checkEach } from '../testing/check-each.js'
import { paymentMethods } from './dictionary.js'
import { isKnownMethod, nearestMethod } from './known-method.js'

describe('a filter that can find something is known', () => {
  test('every id, name and alias of the dictionary, and any part of them', () => {
    for (const { id, name, aliases } of paymentMethods)
      for (const spelling of [id, name, ...aliases]) {
        expect(isKnownMethod(spelling), spelling).toBe(true)
        expect(isKnownMethod(spelling.slice(0, 3)), spelling).toBe(true)
      }
  })

  test('in any spelling', () =>
    checkEach(['mono', 'MONO', 'ｍｏｎｏ', ' Privat ', 'privat24', 'сбер', ''], (text) => {
      expect(isKnownMethod(text)).toBe(true)
    }))

  test('what only a board says is known while the board is', () => {
    expect(isKnownMethod('zzz-transfer')).toBe(false)
    expect(isKnownMethod('ZZZ', ['Acme zzz-transfer'])).toBe(true)
  })
})

describe('a filter that can find nothing is not', () => {
  test('however it is misspelt', () =>
    checkEach(['monobnk', 'revolutt', '.*', '\u0000', 'x'.repeat(64), '__proto__'], (text) => {
      expect(isKnownMethod(text)).toBe(false)
    }))
})

test('a misspelt method is near the one that was meant, of the boards before the dictionary', () => {
  expect(nearestMethod('monobnk')).toBe('Monobank')
  expect(nearestMethod('revolutt')).toBe('Revolut')
  expect(nearestMethod('privat bnk')).toBe('PrivatBank')
  expect(nearestMethod('monobnk', ['Monobank UA', 'monobank'])).toBe('monobank')
  expect(nearestMethod('\u0000\u0001')).toBe(null)
  expect(nearestMethod('x'.repeat(64))).toBe(null)
})
