import { price } from '@p2p-rates/contract'
import { expect, test, vi } from 'vitest'
import { renderPart } from '../../testing/render-part.js'
import { apiOf } from '../../testing/test-services.js'
import { PastPrice } from './past-price.js'
import { currenciesRoute } from './route.js'

test('a price of the past is shown in the past tense', async () => {
  const at = vi.fn(async () => ({ ...(price.example as object), buy: 41.3, sell: 41.05, reason: null }))
  const page = await renderPart(
    <PastPrice view={{ ...currenciesRoute.presets, at: '2026-11-21T12:07' }} choose={() => {}} />,
    { api: apiOf(at) },
  )
  await page.actAndWait(() => {})
  expect([...page.container.querySelectorAll('.facts dt')].map((dt) => dt.textContent)).toEqual([
    'USDT cost',
    'USDT sold for',
  ])
})
