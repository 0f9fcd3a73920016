import { describe, expect, test } from 'vitest'
import { checkEach } from '../testing/check-each.js'
import { isKnownMethod, nearestMethod } from './known-method.js'
import { paymentMethods } from './payment-method-dictionary.js'

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
})

describe('a filter that can find nothing is not', () => {
  test('however it is misspelt', () =>
    checkEach(['monobnk', 'revolutt', '.*', '\u0000', 'x'.repeat(64), '__proto__'], (text) => {
      expect(isKnownMethod(text)).toBe(false)
    }))
})

test('a misspelt method is near the id of the one that was meant', () => {
  expect(nearestMethod('monobnk')).toBe('monobank')
  expect(nearestMethod('revolutt')).toBe('revolut')
  expect(nearestMethod('privat bnk')).toBe('privatbank')
  expect(nearestMethod('\u0000\u0001')).toBe(null)
  expect(nearestMethod('x'.repeat(64))).toBe(null)
})
