import { describe, expect, test } from 'vitest'
import { createNumbers, decimalsOf, plainDigits } from './numbers.js'

const en = createNumbers('en')
const uk = createNumbers('uk')

describe('prices', () => {
  test.each([
    [41.3, 'UAH', [41.3], '41.30'],
    [41.305, 'UAH', [41.3, 41.305], '41.305'],
    [41.3, 'UAH', [41.3, 41.305], '41.300'],
    [25_950, 'VND', [25_950], '25,950'],
    [0.86, 'EUR', [0.86], '0.860'],
    [1, 'USD', [1], '1.000'],
    [0.00001234, 'EUR', [0.00001234], '0.00001234'],
  ])('%d %s in the column %j is %s', (price, fiat, column, text) => {
    expect(en.price(price, decimalsOf(column, fiat))).toBe(text)
  })
  test('a computed number keeps its digits and gets no others of its own', () => {
    expect([41.148, 41, 20_000.5].map(en.derived)).toEqual(['41.148', '41', '20,000.5'])
    expect(uk.derived(41.148)).toBe('41,148')
  })
  test('in a chart, and an average next to prices, are rounded to the decimals of those', () => {
    expect([en.rounded(46.0014, 2), en.rounded(0.8592, 3), en.rounded(26_099.07, 0)]).toEqual([
      '46.00',
      '0.859',
      '26,099',
    ])
  })
  test('a side without a price does not make its column longer', () => {
    expect(decimalsOf([null, 41.305], 'UAH')).toBe(3)
    expect(decimalsOf([], 'UAH')).toBe(2)
  })
})

test('USDT are exact: two decimals to read, the rest next to them', () => {
  expect(en.usdt(484.202902)).toEqual({ main: '484.20', rest: '2902' })
  expect(en.usdt(1_209.5)).toEqual({ main: '1,209.50', rest: '' })
  expect(uk.usdt(484.2029)).toEqual({ main: '484,20', rest: '29' })
  expect(en.usdt(0.1 + 0.2)).toEqual({ main: '0.30', rest: '' })
})

test('percents have two decimals, a space that does not break and a real minus', () => {
  expect([0.614, -0.61, 0, -0.001].map(en.percent)).toEqual([
    '0.61\u00a0%',
    '−0.61\u00a0%',
    '0.00\u00a0%',
    '0.00\u00a0%',
  ])
  expect([0.614, -0.61, 0, -0.001, 0.001].map(en.change)).toEqual([
    '+0.61\u00a0%',
    '−0.61\u00a0%',
    '0.00\u00a0%',
    '0.00\u00a0%',
    '0.00\u00a0%',
  ])
  expect(uk.change(-0.61)).toBe('−0,61\u00a0%')
})

test('thousands stand apart as the language has it', () => {
  expect([en.grouped(20_000), uk.grouped(20_000)]).toEqual(['20,000', '20\u00a0000'])
})

test('a sent number has neither groups nor an exponent', () => {
  expect([20_000, 0.00000001, 1e21, 41.3].map(plainDigits)).toEqual([
    '20000',
    '0.00000001',
    '1000000000000000000000',
    '41.3',
  ])
})
