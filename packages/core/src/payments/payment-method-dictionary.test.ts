import { describe, expect, test } from 'vitest'
import { fiats } from '../currencies-and-sides.js'
import { everyExchange } from '../exchanges/all.js'
import { checkEach } from '../testing/check-each.js'
import { canonicalMethod, homeCountries } from './match-method.js'
import { normaliseMethodName } from './normalise-method-name.js'
import { type PaymentMethod, paymentMethods } from './payment-method-dictionary.js'

describe('the dictionary', () => {
  test('has one readable id for each method', () => {
    const ids = paymentMethods.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.filter((id) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id))).toEqual([])
  })

  test('names countries by two capital letters', () => {
    const countries = new Set(paymentMethods.flatMap((method) => method.countries))
    expect([...countries].filter((country) => !/^[A-Z]{2}$/.test(country))).toEqual([])
  })

  test('repeats no spelling within a method', () => {
    const spellings = ({ name, aliases }: PaymentMethod) => [name, ...aliases].map((spelling) => spelling.trim())
    expect(paymentMethods.filter((method) => new Set(spellings(method)).size < method.aliases.length + 1)).toEqual([])
    expect(paymentMethods.flatMap(spellings)).not.toContain('')
  })

  test('gives a code of one exchange to one method only', () => {
    const exchanges = everyExchange.map(({ id }) => id)
    const codes = paymentMethods.flatMap(({ codes }) =>
      Object.entries(codes).flatMap(([exchange, list]) => list.map((code) => `${exchange} ${code}`)),
    )
    expect(new Set(codes).size).toBe(codes.length)
    expect(codes.filter((code) => !exchanges.includes(code.split(' ')[0] ?? ''))).toEqual([])
  })

  test('finds every method by its id, and by its name in one of its countries', () => {
    for (const method of paymentMethods) {
      expect(canonicalMethod(method.id)).toBe(method)
      const fiat = fiats.find((each) => method.countries.some((country) => homeCountries.get(each)?.has(country)))
      if (fiat !== undefined) expect(canonicalMethod(method.name, { fiat }), method.name).toBe(method)
    }
  })

  test('knows banks and ways to pay of every currency', () =>
    checkEach(fiats, (fiat) => {
      const home = paymentMethods.filter(({ countries }) =>
        countries.some((each) => homeCountries.get(fiat)?.has(each)),
      )
      expect(home.length).toBeGreaterThanOrEqual(9)
      expect(home.some((method) => method.class === 'bank')).toBe(true)
    }))
})

describe('normalised names', () => {
  test('is brought into one form', () =>
    checkEach(
      [
        ['  PrivatBank   (CARD) ', 'privatbank'],
        ['Monobank (Card)', 'monobank'],
        ['İş Bankası', 'is bankasi'],
        ['ČSOB', 'csob'],
        ['Crédit  Agricole', 'credit agricole'],
        ['ＰＵＭＢ', 'pumb'],
        ['Bank Transfer (Turkey)', 'bank transfer turkey'],
        ['(card)', 'card'],
        ['Gift Card', 'gift card'],
        ['银行卡', '银行卡'],
        ['???', ''],
      ] as const,
      ([name, normal]) => {
        expect(normaliseMethodName(name)).toBe(normal)
      },
    ))
})
