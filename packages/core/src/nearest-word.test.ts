import { describe, expect, test } from 'vitest'
import { fiats } from './currencies-and-sides.js'
import { exchangeIds } from './exchanges/all.js'
import { nearestWord } from './nearest-word.js'
import { checkEach } from './testing/check-each.js'

describe('a word with a slip finds the one that was meant', () => {
  test('finds the nearest word', () =>
    checkEach(
      [
        ['fait', ['exchange', 'fiat'], 'fiat'],
        ['fiatt', ['exchange', 'fiat'], 'fiat'],
        ['Fiat', ['exchange', 'fiat'], 'fiat'],
        ['excange', ['exchange', 'fiat'], 'exchange'],
        ['paymentmethod', ['rows', 'payment_method'], 'payment_method'],
        ['UHA', fiats, 'UAH'],
        ['usdt', fiats, 'USD'],
        ['bybt', exchangeIds, 'bybit'],
        ['Binance', exchangeIds, 'binance'],
        ['ｆｉａｔ', ['fiat'], 'fiat'],
      ] as const,
      ([word, known, meant]) => {
        expect(nearestWord(word, known)).toBe(meant)
      },
    ))

  test('finds none where nothing is near', () =>
    checkEach(
      [
        ['XXX', fiats],
        ['BTC', fiats],
        ['', ['fiat']],
        ['currency', ['fiat', 'side', 'rows']],
        ['coinbase', exchangeIds],
        ['x'.repeat(100_000), ['fiat']],
      ] as const,
      ([word, known]) => {
        expect(nearestWord(word, known)).toBe(null)
      },
    ))
})

test('of two that are near the nearer is taken, of two as near the earlier', () => {
  expect(nearestWord('abcdx', ['abzzd', 'abcde'])).toBe('abcde')
  expect(nearestWord('abcd', ['abce', 'abcf'])).toBe('abce')
})
