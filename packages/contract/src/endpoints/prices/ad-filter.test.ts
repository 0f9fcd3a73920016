import { checkEach } from '@p2p-rates/core/testing'
import { describe, expect, test } from 'vitest'
import { readQuery } from '../../endpoint/input.js'
import { defaultPlans } from '../../endpoint/plans.js'
import { toAdFilter } from './ad-filter.js'
import { orderbook } from './orderbook.js'
import { quote } from './quote.js'

const read = (search: string) =>
  readQuery(orderbook.query, new URLSearchParams(`exchange=okx&${search}`), defaultPlans.Pro)
const wantedBy = (search: string) => {
  const reading = read(search)
  return reading.ok ? toAdFilter(reading.values) : reading.problem.param
}

describe('which ads are wanted', () => {
  test('lists are read alike, however several are sent', () =>
    checkEach(
      [
        ['payment_method=mono,privat', ['mono', 'privat'], []],
        ['payment_method=mono&payment_method=privat', ['mono', 'privat'], []],
        ['payment_method=mono,privat&payment_method=wise', ['mono', 'privat', 'wise'], []],
        ['payment_method=mono&exclude_method=cash&exclude_method=gift,top-up', ['mono'], ['cash', 'gift', 'top-up']],
        ['payment_method=&exclude_method=', [], []],
        ['payment_method=%20', [], []],
      ] as const,
      ([search, oneOf, noneOf]) => {
        expect(wantedBy(search)).toMatchObject({ methods: { oneOf, noneOf } })
      },
    ))

  test('is undefined without a value, and for no', () => {
    const anything = {
      methods: { oneOf: [], noneOf: [] },
      amountFiat: null,
      onlyMerchants: false,
      minOrders: null,
      minCompletionPct: null,
      onlyTrusted: false,
    }
    expect(wantedBy('')).toEqual(anything)
    expect(wantedBy('merchant=false&trusted=false')).toEqual(anything)
    expect(wantedBy('merchant=true&trusted=true&min_orders=50&min_completion_pct=97.5')).toEqual({
      ...anything,
      onlyMerchants: true,
      minOrders: 50,
      minCompletionPct: 97.5,
      onlyTrusted: true,
    })
  })

  test('invalid input is rejected with its name', () =>
    checkEach(
      [
        ['payment_method=mono,', 'payment_method'],
        ['payment_method=,mono', 'payment_method'],
        ['payment_method=mono&payment_method=', 'payment_method'],
        ['payment_method=mono,%20,wise', 'payment_method'],
        [`payment_method=mono,${'x'.repeat(65)}`, 'payment_method'],
        [`exclude_method=${'x,'.repeat(10)}x`, 'exclude_method'],
        ['merchant=yes', 'merchant'],
        ['merchant=true&merchant=true', 'merchant'],
        ['min_orders=0', 'min_orders'],
        ['min_orders=1.5', 'min_orders'],
        ['min_completion_pct=0', 'min_completion_pct'],
        ['min_completion_pct=100.01', 'min_completion_pct'],
        ['min_completion_pct=95%25', 'min_completion_pct'],
        ['amount=0', 'amount'],
      ] as const,
      ([search, param]) => {
        expect(wantedBy(search)).toBe(param)
      },
    ))

  test('is asked of a quote in the same words', () => {
    const words = [
      'payment_method',
      'exclude_method',
      'merchant',
      'min_orders',
      'min_completion_pct',
      'trusted',
    ] as const
    for (const word of words) expect(quote.query[word]).toBe(orderbook.query[word])
  })
})

test('a way to pay that the dictionary does not know is accepted, with a hint at the one that was meant', () => {
  const hints = (search: string) => {
    const reading = read(search)
    return reading.ok ? reading.hints : reading.problem
  }
  expect(hints('payment_method=wise,mono&exclude_method=cash')).toEqual([])
  expect(hints('payment_method=monobnk')).toEqual([
    '`payment_method`: The dictionary does not know this payment method. Did you mean `monobank`?',
  ])
  expect(hints('payment_method=wise,monobnk&exclude_method=zzzzzzzz')).toEqual([
    '`payment_method`: The dictionary does not know payment method 2 of these 2. Did you mean `monobank`?',
    '`exclude_method`: The dictionary does not know this payment method.',
  ])
})
