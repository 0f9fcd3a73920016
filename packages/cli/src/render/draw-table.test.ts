import picocolors from 'picocolors'
import { describe, expect, test } from 'vitest'
import { displayWidth, truncate } from './display-width.js'
import { drawKeyValues, drawTable } from './draw-table.js'
import { grouped } from './numbers.js'
import { paragraph } from './paragraph.js'
import { sparkline } from './sparkline.js'
import { tableOf } from './table.js'
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
  test('aligns prices at their last decimal and names by their visible width', () => {
    expect(drawTable(data, { width: 80, paint })).toEqual([
      '      price  nickname   pay with',
      '     41.300  Kyiv Desk  Monobank, PrivatBank',
      '  1,041.325  王小明 🍋  A-Bank',
      '          –  Обмін',
    ])
  })

  test.each([20, 30, 40, 60])('fits into %i columns', (width) => {
    for (const line of drawTable(data, { width, paint })) expect(displayWidth(line)).toBeLessThanOrEqual(width)
  })

  test('whose fixed columns have no room becomes a block of facts for each row, and nothing of it is cut', () => {
    const deliveries = tableOf(
      [
        { id: 'dl_1234567890abcdef', state: 'delivered' },
        { id: 'dl_fedcba0987654321', state: 'pending' },
      ],
      [
        { name: 'id', value: ({ id }) => id },
        { name: 'state', value: ({ state }) => state },
      ],
    )
    expect(drawTable(deliveries, { width: 28, paint })).toEqual([
      '  id     dl_1234567890abcdef',
      '  state  delivered',
      '',
      '  id     dl_fedcba0987654321',
      '  state  pending',
    ])
  })

  test('columns of one number go together, so that halves always match', () => {
    const names = ['buy high', 'buy last', 'sell high', 'sell last']
    const bars = tableOf(
      [[41.3, 41.2, 41.1, 41.0]],
      names.map((name, index) => ({
        name,
        kind: 'price',
        ...(name.endsWith('high') ? { flexible: 1 } : {}),
        value: (row) => row[index] ?? null,
      })),
    )
    for (let width = 24; width < 60; width++) {
      const [heading = ''] = drawTable(bars, { width, paint })
      expect(heading.includes('buy high')).toBe(heading.includes('sell high'))
    }
  })

  test('money has two decimals in every row, so that it can be compared at a glance', () => {
    const sums = tableOf(
      [1078.4, 22_514.9, 1_080.613789, 50_000],
      [{ name: 'USDT', kind: 'money', value: (sum) => sum }],
    )
    expect(drawTable(sums, { width: 80, paint })).toEqual([
      '       USDT',
      '   1,078.40',
      '  22,514.90',
      '   1,080.61',
      '  50,000.00',
    ])
  })

  test('the last column may wrap: its text goes on below itself', () => {
    const found = tableOf(
      [
        { who: 'Binance', says: 'The connection to the exchange failed or was cut.' },
        { who: 'OKX', says: 'well' },
      ],
      [
        { name: 'who', value: ({ who }) => who },
        { name: 'says', heading: ' ', wraps: true, value: ({ says }) => says },
      ],
    )
    expect(drawTable(found, { width: 40, paint })).toEqual([
      '  who',
      '  Binance  The connection to the',
      '           exchange failed or was cut.',
      '  OKX      well',
    ])
  })

  test('a link takes no room of its own', () => {
    const linked = (text: string, url: string) => `<${url}>${text}</>`
    const people = tableOf(
      ['Kyiv Desk', 'Обмін'],
      [
        {
          name: 'advertiser',
          value: (name) => name,
          link: (name) => (name === 'Обмін' ? null : 'https://example.com'),
        },
      ],
    )
    expect(drawTable(people, { width: 80, paint, linked })).toEqual([
      '  advertiser',
      '  <https://example.com>Kyiv Desk</>',
      '  Обмін',
    ])
  })

  test('remarks wrap below their row and are as bright as the row', () => {
    const bright = picocolors.createColors(true)
    const told = tableOf(['Kyiv Desk'], [{ name: 'advertiser', value: (name) => name }], () => 'trusted: many orders')
    const lines = drawTable(told, { width: 20, paint: bright })
    expect(lines.slice(2)).toEqual(['      trusted: many', '      orders'])
  })

  test('its facts stand one below the other', () => {
    expect(
      drawKeyValues(
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

test('prices among facts have the same decimals', () => {
  const data = tableOf(
    [{ now: 0.86, average: 0.8592, ads: 12 }],
    [
      { name: 'now', kind: 'price', value: ({ now }) => now },
      { name: 'average', kind: 'price', value: ({ average }) => average },
      { name: 'ads', kind: 'count', value: ({ ads }) => ads },
    ],
  )
  expect(drawKeyValues(data, { width: 80, paint })).toEqual(['  now      0.8600', '  average  0.8592', '  ads      12'])
})

test('a fact is never cut: a secret is shown only once', () => {
  const secret = `whsec_${'k'.repeat(44)}`
  const data = tableOf([{ secret }], [{ name: 'secret', value: (hook) => hook.secret }])
  expect(drawKeyValues(data, { width: 30, paint }).join('\n')).toContain(secret)
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

test.each([
  ['prices, 29 s old', 15, ['prices,', '29 s old']],
  ['it earns 5.71 % before fees', 14, ['it earns', '5.71 % before', 'fees']],
])('%s: a number keeps its unit next to it', (text, width, lines) => {
  expect(paragraph(text, width, '')).toEqual(lines)
})
