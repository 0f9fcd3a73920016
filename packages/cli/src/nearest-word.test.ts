import { expect, test } from 'vitest'
import { nearestWord } from './nearest-word.js'

const fiats = ['UAH', 'EUR', 'PLN', 'USD', 'KZT']

test.each([
  ['UHA', fiats, 'UAH'],
  ['erU', fiats, 'EUR'],
  ['XXX', fiats, null],
  ['bybt', ['binance', 'bybit', 'okx'], 'bybit'],
  ['monobnk', ['monobank', 'privatbank'], 'monobank'],
  ['revolt', ['revolut', 'wise'], 'revolut'],
  ['2h', ['5m', '1h', '1d'], '1h'],
  ['', ['a'], null],
  ['bank', [], null],
  ['qwertz', ['monobank'], null],
])('%s of %j means %s', (typed, words, meant) => {
  expect(nearestWord(typed, words)).toBe(meant)
})
