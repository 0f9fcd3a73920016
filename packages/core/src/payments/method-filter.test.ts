import { describe, expect, test } from 'vitest'
import { createMethodFilter, maxFilterLength } from './method-filter.js'

const accepts = (text: string, ...names: string[]) => createMethodFilter(text)(names)

describe('a method filter', () => {
  test('finds a part of a name in any case', () => {
    expect(accepts('privat', 'Wise', 'Privat Bank (Universal Card)')).toBe(true)
    expect(accepts('UNIVERSAL', 'Privat Bank (Universal Card)')).toBe(true)
    expect(accepts('ｐｒｉｖａｔ', 'Privat Bank')).toBe(true)
    expect(accepts('privat', 'Monobank', 'Wise')).toBe(false)
    expect(accepts('privat')).toBe(false)
  })

  test('finds an id or an alias of the dictionary, whatever the ad calls it', () => {
    expect(accepts('privatbank', 'Privat Bank (Universal Card)')).toBe(true)
    expect(accepts('sepa-instant', 'SEPAinstant')).toBe(true)
    expect(accepts('приватбанк', 'PrivatBank (CARD)')).toBe(true)
    expect(accepts('advcash', 'Volet')).toBe(true)
    expect(accepts('sepa-instant', 'SEPA (EU) bank transfer')).toBe(false)
    expect(accepts('monobank', 'PUMB')).toBe(false)
  })

  test('an id finds its method alone, and names that the dictionary does not know', () => {
    expect(accepts('sepa', 'SEPA Instant')).toBe(false)
    expect(accepts('SEPA', 'SEPA Instant')).toBe(false)
    expect(accepts('sepa', 'SEPA Instant', 'SEPA (EU) bank transfer')).toBe(true)
    expect(accepts('ing', 'Starling Bank')).toBe(false)
    expect(accepts('monobank', 'Monobank of my cousin')).toBe(true)
    expect(accepts('sep', 'SEPA Instant')).toBe(false)
    expect(accepts('epa', 'SEPA Instant')).toBe(true)
    expect(accepts('bank', 'Monobank')).toBe(true)
  })

  test('takes the ad into account where names are shared', () => {
    const filter = createMethodFilter('mbank-kyrgyzstan')
    expect(filter(['MBANK'], { fiat: 'KGS' })).toBe(true)
    expect(filter(['mBank'], { fiat: 'PLN' })).toBe(false)
  })

  test('reads every sign as itself', () => {
    for (const text of ['.*', '(', '[a-z]+', '^', '\\', '$', '|']) expect(accepts(text, 'Monobank')).toBe(false)
    expect(accepts('(eu)', 'SEPA (EU) bank transfer')).toBe(true)
  })

  test('wants anything when empty and nothing when longer than a name can be', () => {
    expect(accepts('', 'Wise')).toBe(true)
    expect(accepts('  ', 'Wise')).toBe(true)
    const longest = '𝐀'.repeat(maxFilterLength)
    expect(accepts(longest, 'a'.repeat(maxFilterLength))).toBe(true)
    expect(accepts(`${longest}𝐀`, 'a'.repeat(maxFilterLength + 1))).toBe(false)
  })
})
