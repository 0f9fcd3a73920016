import { expect, test } from 'vitest'
import { filtersQuery, noFilters } from './use-order-book.js'

test('whose ads are wanted is asked as the interface takes it', () => {
  const narrowed = { merchants: true, also: 'wise,revolut', without: 'cash', orders: '100', completion: '97.5' }
  expect(filtersQuery('monobank', narrowed)).toEqual({
    payment_method: 'monobank,wise,revolut',
    exclude_method: 'cash',
    merchant: true,
    min_orders: 100,
    min_completion_pct: 97.5,
  })
})

test('another way to pay stands alone where there is no first one', () => {
  expect(filtersQuery('', { ...noFilters, also: 'wise' })).toEqual({ payment_method: 'wise' })
})

test('without unsaved input, leaving asks nothing', () => {
  expect(filtersQuery('', noFilters)).toEqual({})
})
