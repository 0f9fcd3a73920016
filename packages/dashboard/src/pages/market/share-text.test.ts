import { ratesExample } from '@p2p-rates/contract'
import { expect, test } from 'vitest'
import { createNumbers } from '../../formats/numbers.js'
import { loadWords } from '../../words/load-words.js'
import { createTranslator } from '../../words/translator.js'
import { shareText } from './share-text.js'

test('one line says what, when by which clock, where, and the address', async () => {
  const line = async (lang: 'en' | 'uk') =>
    shareText(
      ratesExample,
      'https://rates.example/market/UAH',
      createTranslator(await loadWords(lang, ['prices', 'doubts']), lang),
      (price) => createNumbers(lang).price(price, 2),
    )
  expect(await line('en')).toBe(
    'USDT/UAH 21 Nov 2026, 12:05 Kyiv · buy 41.30 (OKX) · sell 41.05 (Binance) · https://rates.example/market/UAH',
  )
  expect(await line('uk')).toMatch(/ за Києвом · купівля 41,30 \(OKX\) · продаж 41,05 \(Binance\) · https:/)
})

test('a price of low confidence does not go out alone', async () => {
  const confidence = {
    buy: { level: 'low', reasons: ['ahead_of_others'], surer: { price: 41.45, exchange: 'binance', level: 'high' } },
    sell: { level: 'high', reasons: [] },
  }
  const speech = createTranslator(await loadWords('en', ['prices', 'doubts']), 'en')
  const priceText = (price: number) => createNumbers('en').price(price, 2)
  expect(shareText({ ...ratesExample, confidence }, 'https://rates.example', speech, priceText)).toContain(
    'buy 41.30 (OKX, low confidence, more certain: 41.45 on Binance) · sell 41.05 (Binance)',
  )
})
