import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore, readConfig } from '@p2p-rates/server'
import { generateOutages } from '@p2p-rates/simulator'
import { expect, onTestFinished, test } from 'vitest'
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
