import { readConfig } from '@p2p-rates/server'
import { startSimulator } from '@p2p-rates/simulator'
import { expect, test } from 'vitest'
import { addressesOf } from './start-demo.js'

test('the server takes the addresses of the whole simulated world, those of its central banks among them', async () => {
  const simulator = await startSimulator({ seed: 7 })
  await simulator.close()
  const addresses = addressesOf({ ...simulator.baseUrls, ...simulator.officials.urls })
  const { config } = readConfig({ P2P_EXCHANGE_URLS: addresses })
  for (const id of [...config.EXCHANGES, 'nbu', 'ecb']) expect(config.EXCHANGE_URLS?.has(id)).toBe(true)
})
