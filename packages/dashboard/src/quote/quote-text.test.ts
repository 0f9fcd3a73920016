import { beforeAll, expect, test } from 'vitest'
import { theQuote } from '../testing/known-prices.js'
import { loadWords } from '../words/load-words.js'
import { createTranslator, type Translator } from '../words/translator.js'
import { quoteText } from './quote-text.js'

let en: Translator
let uk: Translator
beforeAll(async () => {
  en = createTranslator(await loadWords('en', ['prices', 'outcome']), 'en')
  uk = createTranslator(await loadWords('uk', ['prices', 'outcome']), 'uk')
})
const address = 'https://rates.example/market/UAH'

test('the trades stand alone, with the cost and gain of each, and without names of advertisers', () => {
  expect(quoteText(theQuote(), address, en)).toBe(
    [
      'You get 484.202902 USDT in 2 trades, at an average price of 41.305',
      'OKX: 15,000 UAH at 41.30 = 363.196126 USDT',
      'Binance: 5,000 UAH at 41.32 = 121.006776 USDT',
      address,
    ].join('\n'),
  )
})

test('each side and unit has its own sentence, in every language', () => {
  const first = (quote: Parameters<typeof theQuote>[0], speech: Translator) =>
    quoteText(theQuote(quote), address, speech).split('\n')[0]
  const inUsdt = { amount: null, amount_usdt: 484.202902 } as const
  expect(first(inUsdt, en)).toBe('You pay 20,000 UAH in 2 trades, at an average price of 41.305')
  expect(first({ side: 'SELL' }, en)).toBe(
    'You get 20,000 UAH for 484.202902 USDT in 2 trades, at an average price of 41.305',
  )
  expect(first({ ...inUsdt, side: 'SELL' }, uk)).toBe(
    'Отримаєте 20\u00a0000 UAH за 2 угоди, у середньому за ціною 41,305',
  )
})

test('an unfilled amount is shown, not left out', () => {
  const quote = theQuote({
    total_fiat: 14_950,
    total_usdt: 361.869204,
    unfilled: { amount: 5_050, reason: 'not_enough_depth' },
  })
  expect(quoteText(quote, address, en)).toMatch(/^You get 361\.869204 USDT for 14,950 of 20,000 UAH in 2 trades/)
})
