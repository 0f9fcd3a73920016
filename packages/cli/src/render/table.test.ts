import picocolors from 'picocolors'
import { describe, expect, test } from 'vitest'
import { displayWidth, truncate } from './display-width.js'
import { grouped } from './numbers.js'
import { sparkline } from './sparkline.js'
import { facts, table, tableOf } from './table.js'
import { duration } from './times.js'

const paint = picocolors.createColors(false)

test.each([
  ['Kyiv Desk', 9],
  ['Обмін', 5],
  ['王小明', 6],
  ['ｆｕｌｌ', 8],
  ['🍋', 2],
  ['🇺🇦', 2],
  ['👩‍💻', 2],
  ['👍🏽', 2],
  ['☀️', 2],
  ['e\u0301', 1],
  ['한국', 4],
])('%s is %i columns wide', (text, width) => {
  expect(displayWidth(text)).toBe(width)
})

test('a text is never cut within a character', () => {
  expect(truncate('王小明的店', 6)).toBe('王小…')
  expect(truncate('ab👩‍💻cd', 4)).toBe('ab…')
  expect(truncate('short', 5)).toBe('short')
})

const ads = [
  { price: 41.3, nickname: 'Kyiv Desk', pay: ['Monobank', 'PrivatBank'] },
  { price: 1041.325, nickname: '王小明 🍋', pay: ['A-Bank'] },
  { price: null, nickname: 'Обмін\x1b[31m', pay: [] },
]
const data = tableOf(ads, [
  { name: 'price', kind: 'price', value: ({ price }) => price },
  { name: 'nickname', flexible: true, value: ({ nickname }) => nickname },
  { name: 'pay', heading: 'pay with', flexible: true, value: ({ pay }) => pay },
])

describe('a table', () => {
  test('aligns prices at their last decimal and names by what is seen', () => {
    expect(table(data, { width: 80, paint })).toEqual([
      '      price  nickname   pay with',
      '     41.300  Kyiv Desk  Monobank, PrivatBank',
      '  1,041.325  王小明 🍋  A-Bank',
      '          –  Обмін',
    ])
  })

  test.each([20, 30, 40, 60])('fits into %i columns when its fixed columns do', (width) => {
    for (const line of table(data, { width, paint })) expect(displayWidth(line)).toBeLessThanOrEqual(width)
  })

  test('its facts stand one below the other', () => {
    expect(
      facts(
        tableOf(
          [ads[0]],
          [
            { name: 'nickname', value: (ad) => ad?.nickname ?? null },
            { name: 'you_buy_at', kind: 'price', value: (ad) => ad?.price ?? null },
          ],
        ),
        { width: 80, paint },
      ),
    ).toEqual(['  nickname    Kyiv Desk', '  you buy at  41.30'])
  })
})

test('a fact is never cut: a secret is shown only once', () => {
  const secret = `whsec_${'k'.repeat(44)}`
  const data = tableOf([{ secret }], [{ name: 'secret', value: (hook) => hook.secret }])
  expect(facts(data, { width: 30, paint }).join('\n')).toContain(secret)
})

test.each([
  [1234567.891, '1,234,567.89'],
  [1000, '1,000'],
  [-0.004, '0'],
  [-1234.5, '-1,234.5'],
  [0.1, '0.1'],
])('%d reads %s', (value, text) => {
  expect(grouped(value)).toBe(text)
})

test.each([
  [14, '14 s'],
  [119, '119 s'],
  [200, '3 min'],
  [7_300, '2 h'],
  [200_000, '2 d'],
])('%i seconds read %s', (seconds, text) => {
  expect(duration(seconds)).toBe(text)
})

test('a sparkline shows what moved, and gaps', () => {
  expect(sparkline([1, 2, null, 8], 10)).toBe('▁▂ █')
  expect(sparkline([5, 5, 5], 10)).toBe('▄▄▄')
  expect(
    [
      ...sparkline(
        Array.from({ length: 500 }, (_, index) => index),
        20,
      ),
    ].length,
  ).toBe(20)
})
