import { describe, expect, test } from 'vitest'
import { theQuote } from '../testing/known-prices.js'
import { compareAlternatives, quoteKind, requestedAmount } from './quote-comparison.js'

test('the side and the unit of the question decide what the answer is about', () => {
  expect(quoteKind({ side: 'BUY', amount: 20_000 })).toBe('buy_fiat')
  expect(quoteKind({ side: 'SELL', amount: null })).toBe('sell_usdt')
})

test('the tradable amount is shown next to the requested one', () => {
  const quote = theQuote({ total_fiat: 14_950, unfilled: { amount: 5_050, reason: 'not_enough_depth' } })
  expect(requestedAmount(quote)).toEqual({ unit: 'fiat', amount: 20_000, filled: 14_950 })
  expect(requestedAmount(theQuote({ amount: null, amount_usdt: 500 }))).toEqual({
    unit: 'usdt',
    amount: 500,
    filled: 484.202902,
  })
})

describe('the same on one exchange alone', () => {
  const less = { kind: 'less', unit: 'usdt', isWorse: true }
  test('is a difference to the best deal, the smallest first', () => {
    expect(
      compareAlternatives(theQuote()).map((one) => ({
        ...one,
        difference: 'difference' in one ? one.difference.toFixed(2) : 0,
      })),
    ).toEqual([
      { exchange: 'binance', trades: 1, total: 484.027106, difference: '0.18', ...less },
      { exchange: 'okx', trades: 2, total: 483.851458, difference: '0.35', ...less },
      { exchange: 'bitget', trades: 1, total: 483.325278, difference: '0.88', ...less },
    ])
  })
  test('is more to pay, or less to get, where USDT were asked for', () => {
    const alternatives = theQuote().alternatives.map((one) => ({ ...one, total_fiat: 20_100 }))
    const [first] = compareAlternatives(theQuote({ amount: null, amount_usdt: 484, alternatives }))
    expect(first).toMatchObject({ kind: 'more', unit: 'fiat', difference: 100, isWorse: true, total: 20_100 })
  })
  test('a seller who gets more is better off, and reads it first', () => {
    const quote = theQuote({ side: 'SELL', amount: null, amount_usdt: 484 })
    const totals = [19_900, 20_000.004, 20_050]
    const alternatives = quote.alternatives.map((one, at) => ({ ...one, total_fiat: totals[at] ?? 0 }))
    expect(
      compareAlternatives({ ...quote, alternatives }).map((one) => ['isWorse' in one && one.isWorse, one.total]),
    ).toEqual([
      [false, 20_050],
      [false, 20_000.004],
      [true, 19_900],
    ])
  })
  test('leaves out the exchange with the best deal, and exchanges without a deal', () => {
    const quote = theQuote()
    const [fill] = quote.fills
    const [binance, okx] = quote.alternatives
    if (fill === undefined || binance === undefined || okx === undefined) throw new Error('The known quote is empty.')
    const alternatives = [okx, { ...binance, average_price: null, fills: [] }]
    expect(compareAlternatives({ ...quote, fills: [fill], alternatives })).toEqual([])
  })
  test('where it cannot be filled says how much can, and comes last', () => {
    const quote = theQuote()
    const alternatives = quote.alternatives.map((one, at) =>
      at === 0 ? { ...one, total_fiat: 9_000, unfilled: { amount: 11_000, reason: 'not_enough_depth' } } : one,
    )
    const last = compareAlternatives({ ...quote, alternatives }).at(-1)
    expect(last).toMatchObject({ exchange: 'binance', kind: 'part', unit: 'fiat', filled: 9_000 })
  })
})
