import { expect, test } from 'vitest'
import { parsePositionals, withPositionals } from './positionals.js'

test.each([
  ['50000 UAH', { amount: 50000, fiat: 'UAH' }],
  ['sell 1200 usdt', { side: 'SELL', amountUsdt: 1200 }],
  ['50 000 uah buy', { amount: 50000, fiat: 'UAH', side: 'BUY' }],
  ['eur sell KuCoin 1.2m', { fiat: 'EUR', side: 'SELL', exchange: 'kucoin', amount: 1_200_000 }],
  ['all', { exchange: 'all' }],
  ['50000 UAH monobank', { amount: 50000, fiat: 'UAH', paymentMethod: ['monobank'] }],
  ['PIX BRL Wise', { fiat: 'BRL', paymentMethod: ['PIX', 'Wise'] }],
  ['', {}],
])('%s', (line, said) => {
  expect(parsePositionals(line.split(' ').filter(Boolean))).toEqual(said)
})

test('a command takes only the kinds that it knows, and a span where it looks back', () => {
  expect(parsePositionals(['EUR', '72h'], ['fiat', 'exchange', 'span'])).toEqual({ fiat: 'EUR', last: 72 })
  expect(parsePositionals(['index', '72'], ['fiat', 'exchange', 'span'])).toEqual({ exchange: 'index', last: 72 })
  expect(parsePositionals(['UAH', '20000'], ['amount', 'fiat'])).toEqual({ fiat: 'UAH', amount: 20000 })
  expect(() => parsePositionals(['monobank'], ['amount', 'fiat'])).toThrow('"monobank" is not an amount or currency.')
})

test.each([
  ['buy sell', 'Two sides given (buy, sell); expected one.'],
  ['UAH EUR', 'Two currencies given (UAH, EUR); expected one.'],
  ['50 000 UAH 7', 'Two amounts given (50 000, 7); expected one.'],
  ['1,00 UAH', '"1,00" is not a valid amount.'],
  ['bnance', '"bnance" is not an exchange, side, amount, currency or payment method.'],
])('%s is refused', (line, says) => {
  expect(() => parsePositionals(line.split(' '))).toThrow(says)
})

test('an option may say the same as a word, and nothing else', () => {
  expect(withPositionals({ fiat: 'EUR', rows: 3 }, { fiat: 'EUR' })).toEqual({ fiat: 'EUR', rows: 3 })
  expect(() => withPositionals({ fiat: 'EUR' }, { fiat: 'UAH' })).toThrow(
    'Two currencies given (EUR, UAH); expected one.',
  )
})
