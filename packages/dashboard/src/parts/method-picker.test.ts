import { toPaymentMethodsResponse } from '@p2p-rates/contract'
import { expect, test } from 'vitest'
import { homeCountriesOf } from '../listed/exchanges-fiats-and-plans.js'
import { methodOptions } from './method-picker.js'
import { findOptions } from './option-search.js'

const { payment_methods: methods } = toPaymentMethodsResponse()

test.each(['UAH', 'PLN', 'KZT', 'EUR'])('methods at home in %s come first, then those of everywhere', (fiat) => {
  const place = (countries: string) =>
    countries === '' ? 1 : countries.split(' ').some((country) => homeCountriesOf(fiat).has(country)) ? 0 : 2
  const places = methodOptions(methods, fiat).map(({ note = '' }) => place(note))
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(places).toContain(0)
  expect(places.length).toBe(methods.length)
})

test('a method is found by another spelling, in another alphabet', () => {
  expect(findOptions(methodOptions(methods, 'UAH'), 'моно')[0]?.label).toBe('Monobank')
})
