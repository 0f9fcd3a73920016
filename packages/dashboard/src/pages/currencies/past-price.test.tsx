import { price } from '@p2p-rates/contract'
import { expect, test, vi } from 'vitest'
import type { Ask } from '../../api/ask.js'
import { drawn } from '../../testing/drawn.js'
import { currenciesRoute } from './entry.js'
import { PastPrice } from './past-price.js'

test('a price of the past is shown in the past tense', async () => {
  const at = vi.fn(async () => ({ ...(price.example as object), buy: 41.3, sell: 41.05, reason: null }))
  const page = await drawn(
    <PastPrice view={{ ...currenciesRoute.presets, at: '2026-11-21T12:07' }} choose={() => {}} />,
    { ask: { at, open: vi.fn(), preloaded: () => null, changes: () => 0 } as unknown as Ask },
  )
  await page.after(() => {})
  expect([...page.place.querySelectorAll('.facts dt')].map((dt) => dt.textContent)).toEqual([
    'USDT cost',
    'USDT sold for',
  ])
})
