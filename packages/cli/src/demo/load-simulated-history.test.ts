import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { P2P } from '@p2p-rates/sdk'
import { openStore, readConfig } from '@p2p-rates/server'
import { startServer } from '@p2p-rates/server/testing'
import { generateOutages } from '@p2p-rates/simulator'
import { expect, onTestFinished, test, vi } from 'vitest'
import { loadSimulatedHistory } from './load-simulated-history.js'

const minuteMs = 60_000
const dayMs = 86_400_000
const seed = 7
const toMs = Date.UTC(2026, 10, 21, 12, 7, 30)
const span = { fromMs: toMs - 2 * dayMs, toMs }

test('of a past no minute is missing, and where an exchange was in trouble it has no prices', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'p2p-past-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const { config } = readConfig({ P2P_DATA_DIR: dataDir, P2P_SIMULATED: 'true' })
  expect(await loadSimulatedHistory(config, { seed, crossed: { UAH: 4 } }, span)).toBeGreaterThan(10_000)
  const store = await openStore(config)
  onTestFinished(() => store.close())

  const quarters = await store.uptime.readQuarters(span.fromMs, toMs)
  expect(quarters).toHaveLength(2 * 96)
  for (const [index, { sources }] of quarters.entries())
    for (const { stretches } of sources)
      expect(stretches.reduce((sum, { minutes }) => sum + minutes, 0)).toBe(index < quarters.length - 1 ? 15 : 7)
  expect(await store.uptime.newestMs()).toBe(toMs - 90_000)

  const troubles = generateOutages({ seed, ...span })
  expect(troubles.length).toBeGreaterThan(0)
  for (const { exchange, fiats, kind, ...trouble } of troubles) {
    const [fiat = ''] = fiats
    const isWithin = (atMs: number) => trouble.fromMs <= atMs && atMs < trouble.toMs
    for (const { startMs, sources } of quarters) {
      const source = sources.find((one) => one.exchange === exchange && one.fiat === fiat)
      const states = source?.stretches.flatMap(({ minutes, condition }) => Array(minutes).fill(condition?.state)) ?? []
      for (const [minute, state] of states.entries())
        if (isWithin(startMs + minute * minuteMs))
          expect(state).toBe({ refused: 'blocked', silent: 'stale', implausible: 'held_out' }[kind])
    }
    const pricesIn = async (fromMs: number, untilMs: number) =>
      (await store.history.readSeries({ exchange, fiat }, fromMs, untilMs)).buy.filter((price) => price > 0).length
    expect(await pricesIn(trouble.fromMs, trouble.toMs)).toBe(0)
    expect(await pricesIn(span.fromMs, toMs)).toBeGreaterThan(0)
  }
})

test('each fixing of the past carries USDT/USD of its hour', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'p2p-past-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const { config } = readConfig({ P2P_DATA_DIR: dataDir, P2P_SIMULATED: 'true' })
  const now = Date.now()
  await loadSimulatedHistory(config, { seed, crossed: {} }, { fromMs: now - 4 * dayMs, toMs: now })
  const server = await startServer({ dataDir, historyDays: 0, fiats: ['UAH'], exchanges: ['okx', 'binance'] })
  onTestFinished(server.stop)
  const p2p = new P2P({ apiKey: server.keys.Free, baseUrl: server.baseUrl })
  const fixings = async () => {
    // Answers are kept for a minute.
    server.clock.advance(minuteMs)
    return (await p2p.fixings({ fiat: 'UAH' })).fixings
  }
  const made = await vi.waitUntil(
    async () => {
      const found = await fixings()
      return found.length >= 3 && found
    },
    { timeout: 20_000, interval: 200 },
  )
  for (const { day, usdt_usd } of made)
    expect(usdt_usd).toEqual({ rate: expect.any(Number), source: 'Kraken', observed_at: `${day}T12:15:00.000Z` })
})
