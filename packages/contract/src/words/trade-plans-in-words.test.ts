import { expect, test } from 'vitest'
import { quote as endpoint } from '../endpoints/prices/quote.js'
import type { Quote } from '../generated/types.js'
import { en } from './en.js'
import type { SharedWords } from './shared-words.js'
import { recommendedInWords, tradePlansInWords } from './trade-plans-in-words.js'
import { uk } from './uk.js'

const [example] = (endpoint.example as Quote).plans
if (example === undefined) throw new Error('The example has no plan.')
const [fill] = example.fills
if (fill === undefined) throw new Error('The plan has no trade.')

const names = new Map([
  ['bitget', 'Bitget'],
  ['bybit', 'Bybit'],
])
const said = (quote: Parameters<typeof tradePlansInWords>[1], words: SharedWords = en) =>
  tradePlansInWords(words, quote, {
    exchange: (id) => names.get(id) ?? id,
    advertiser: (nickname) => nickname,
    money: (value, unit) => `${value.toLocaleString('en', { minimumFractionDigits: 2 })} ${unit}`,
    difference: (value) => value.toFixed(2),
  })
const plan = (
  trades: number,
  exchanges: readonly string[],
  total: number,
  more: Partial<Quote['plans'][number]> = {},
) => ({
  ...example,
  trades,
  exchanges,
  total_usdt: total,
  total_fiat: total,
  transfer_usdt: exchanges.length - 1,
  recommended: false,
  fills: [{ ...fill, nickname: 'CedarDesk' }],
  ...more,
})
const plans = [
  plan(1, ['bitget'], 1116.82),
  plan(2, ['bitget'], 1118.24, { recommended: true }),
  plan(3, ['bitget', 'bybit'], 1118.38),
]
const fifty = { side: 'BUY', fiat: 'UAH', amount: 50_000, plans, trade_worth_usdt: 0.25 } as const

test('the simplest way leads, and other plans name their gain and the cost of moving', () => {
  expect(said(fifty)).toBe(
    'One trade: 1,116.82 USDT from CedarDesk on Bitget. Two on Bitget: +1.42. Three on two exchanges: +1.56, less 1 USDT to move.',
  )
  expect(recommendedInWords(en, fifty)).toBe(
    'The two trades below gain most if one more trade costs 0.25 USDT of your time.',
  )
})

test('a smaller payment is called saved, not gained', () => {
  const cheaper = [plan(1, ['bitget'], 1116.82), plan(2, ['bitget'], 1115.4)]
  expect(said({ ...fifty, amount: null, plans: cheaper })).toBe(
    'One trade: 1,116.82 UAH to CedarDesk on Bitget. Two on Bitget: saves 1.42.',
  )
  expect(said({ ...fifty, side: 'SELL', plans: cheaper })).toContain('One trade: 1,116.82 USDT to CedarDesk on Bitget.')
  expect(said({ ...fifty, side: 'SELL', amount: null })).toContain('One trade: 1,116.82 UAH from CedarDesk on Bitget.')
})

test('where one trade does not suffice, the simplest way says how many do', () => {
  const many = [plan(12, ['bitget', 'bybit'], 5_000)]
  expect(said({ ...fifty, plans: many })).toBe('12 trades on two exchanges: 5,000.00 USDT, less 1 USDT to move.')
})

test('Ukrainian has its own forms for numbers', () => {
  expect(said(fifty, uk)).toBe(
    'Одна угода: 1,116.82 USDT від CedarDesk на Bitget. Дві угоди на Bitget: +1.42. Три угоди на двох біржах: +1.56, мінус 1 USDT за переказ.',
  )
  expect(recommendedInWords(uk, fifty)).toBe(
    'Дві угоди нижче дають найбільше, якщо кожна додаткова угода коштує 0.25 USDT вашого часу.',
  )
  for (const [trades, text] of [
    [5, 'П’ять угод'],
    [12, '12 угод'],
    [21, '21 угода'],
    [33, '33 угоди'],
    [111, '111 угод'],
  ] as const)
    expect(said({ ...fifty, plans: [plan(trades, ['bitget'], 1)] }, uk)).toMatch(new RegExp(`^${text} на Bitget`))
  const first = plans.map((one, at) => ({ ...one, recommended: at === 0 }))
  expect(recommendedInWords(en, { ...fifty, plans: first })).toMatch(/^The one trade below gains most /)
})

test('without plans there is no sentence: the amount does not fit, or the server is older', () => {
  expect(said({ ...fifty, plans: [] })).toBe('')
  expect(said({ side: 'BUY', fiat: 'UAH', amount: 1 })).toBe('')
  expect(recommendedInWords(en, { ...fifty, plans: plans.slice(0, 1) })).toBe('')
})
