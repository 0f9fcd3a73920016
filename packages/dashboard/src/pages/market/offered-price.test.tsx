import { type Fair, fair } from '@p2p-rates/contract'
import { expect, test, vi } from 'vitest'
import type { QuoteInput } from '../../quote/quote-input.js'
import { renderPart } from '../../testing/render-part.js'
import { apiOf } from '../../testing/test-services.js'
import { OfferedPrice } from './offered-price.js'

const example = fair.example as Fair

async function open(offer: string, input: Partial<QuoteInput> = {}, told: Partial<Fair> = {}) {
  const ask = vi.fn(async (_address: string, _question: unknown) => ({ ...example, ...told }))
  const quoteInput: QuoteInput = { side: 'buy', unit: 'fiat', amount: '20000', method: '', ...input }
  const page = await renderPart(
    <OfferedPrice fiat="UAH" quoteInput={quoteInput} offer={offer} version={1} onType={() => {}} />,
    { api: apiOf(ask) },
  )
  await page.actAndWait(() => {})
  return { ask, text: page.container.querySelector('[aria-live]')?.textContent }
}

test('nothing is asked until a price is typed', async () => {
  const { ask, text } = await open('')
  expect(ask).not.toHaveBeenCalled()
  expect(text).toBe('')
})

test('a price is compared for the trade of the sentence', async () => {
  const { ask, text } = await open('41.9', { method: 'monobank' })
  expect(ask.mock.calls[0]?.slice(0, 2)).toEqual([
    'GET /fair',
    { fiat: 'UAH', side: 'BUY', price: 41.9, amount: 20_000, payment_method: 'monobank' },
  ])
  expect(text).toBe(
    'Worse than usual. 1.21\u00a0% above the usual 41.40 UAH. 21 of 23 trusted ads are better for you. Confidence: high.',
  )
})

test('an amount in USDT is converted at the offered price', async () => {
  const { ask } = await open('41.9', { side: 'sell', unit: 'usdt', amount: '500' })
  expect(ask.mock.calls[0]?.[1]).toEqual({ fiat: 'UAH', side: 'SELL', price: 41.9, amount: 20_950 })
})

test.each([
  [23, 0, 'None of 23 trusted ads is better for you.'],
  [1, 0, 'The 1 trusted ad is not better for you.'],
  [23, 1, '1 of 23 trusted ads is better for you.'],
])('of %i ads %i better ones are counted in words', async (ads, cheaper_ads, words) => {
  const { text } = await open('41.9', {}, { ads, cheaper_ads })
  expect(text).toContain(words)
})

test('an unknown verdict comes with its reason', async () => {
  const { text } = await open(
    '41.9',
    {},
    { verdict: 'unknown', reasons: ['no_ads'], against: null, difference_pct: null, ads: 0, cheaper_ads: 0 },
  )
  expect(text).toBe('No verdict. There is no trusted ad to compare with.')
})
