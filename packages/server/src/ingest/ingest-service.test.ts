import { exchangeIds, fiats, normalRules } from '@p2p-rates/core'
import { usualExchanges } from '@p2p-rates/core/internal'
import { createExchangeClient } from '@p2p-rates/core/node'
import { startSimulator } from '@p2p-rates/simulator'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../base/time/clock.js'
import { systemTimers } from '../base/time/timers.js'
import { createMarketService } from '../market/market-service.js'
import { createShownMarkets } from '../market/shown-markets.js'
import type { MarketEvent } from './market-log.js'
import { collectAll } from './testing/collect-all.js'
import { createMemorySourceStore } from './testing/memory-source-store.js'

test('all exchanges behind real sockets become prices of every currency', async () => {
  const simulator = await startSimulator({ seed: 11, exchanges: exchangeIds })
  const client = createExchangeClient({ baseUrls: simulator.baseUrls, pace: { minIntervalMs: 0 } })
  onTestFinished(async () => {
    await client.close()
    await simulator.close()
  })
  const events: MarketEvent[] = []
  let finish = () => {}
  const done = new Promise<void>((resolve) => {
    finish = resolve
  })
  const shown = createShownMarkets({
    clock: systemClock,
    timers: systemTimers,
    rules: normalRules,
    reportBug: (error) => {
      throw error
    },
  })
  onTestFinished(shown.stop)
  const ingest = await collectAll(
    {
      exchanges: usualExchanges,
      plan: { fiats, exchanges: exchangeIds, cycleMsOf: () => 300_000 },
      frontRecord: () => ({}),
      isSimulated: () => true,
      rules: normalRules,
      client,
      shown,
      time: { clock: systemClock, timers: systemTimers },
      random: Math.random,
      report: (event) => {
        events.push(event)
        if (event.kind === 'cycle_done') setTimeout(finish, 100)
      },
    },
    {
      store: createMemorySourceStore(),
      publishMarket: async ({ fiat, snapshot }) => shown.showSnapshot({ fiat, snapshot, ageMs: 0 }),
    },
  )
  onTestFinished(() => ingest.stop())
  ingest.start()
  await done
  const market = createMarketService({ shown, ingest, clock: systemClock })
  for (const fiat of fiats) expect(market.snapshot(fiat)?.rates).toMatchObject({ bestBuy: {}, bestSell: {} })
  expect(market.sources()).toContainEqual(
    expect.objectContaining({ exchange: 'okx', fiat: 'UAH', state: 'live', simulated: true, lastError: null }),
  )
  expect(market.sources()).toContainEqual(
    expect.objectContaining({ exchange: 'bybit', fiat: 'CZK', state: 'unsupported' }),
  )
  const usual = ['due', 'answered', 'published', 'cycle_done']
  expect(events.filter(({ kind }) => !usual.includes(kind))).toEqual([])
  const told = (kind: string) => events.filter((event) => event.kind === kind).length
  expect([told('due'), told('answered')]).toEqual(
    Array.from({ length: 2 }, () => exchangeIds.length * fiats.length * 2),
  )
})
