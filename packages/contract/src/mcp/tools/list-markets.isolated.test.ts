import { binance, exchangeIds, plugIn } from '@p2p-rates/core'
import { expect, test } from 'vitest'
import { markets } from '../../endpoints/service/markets.js'
import { listMarkets } from './list-markets.js'

test('a plugged-in exchange is named with its id if the name is another word', async () => {
  const listed = [...exchangeIds]
  plugIn({ ...binance, id: 'souk', name: 'Grand Souk' })
  plugIn({ ...binance, id: 'bazaar', name: 'Bazaar' })
  const told = await listMarkets(() => []).run({}, async (endpoint) => ({
    ...endpoint.example,
    ...(endpoint.name === markets.name ? { exchanges: exchangeIds } : {}),
  }))
  expect(told[0]).toBe(`USDT on: ${[...listed, 'souk (Grand Souk)', 'bazaar'].join(', ')}.`)
})
