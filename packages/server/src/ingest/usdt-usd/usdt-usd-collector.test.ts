import type { Fault } from '@p2p-rates/core'
import { spotTickers, type UsdtUsdReading } from '@p2p-rates/core/internal'
import { expect, test } from 'vitest'
import { createCurrentUsdtUsd, readUsdtUsdNote } from '../../market/usdt-usd-notes.js'
import { openMemoryStore } from '../../storage/sqlite/open-store.js'
import { createFakeClock } from '../../testing/fake-clock.js'
import { createUsdtUsdCollector } from './usdt-usd-collector.js'

const minuteMs = 60_000
const startMs = Date.UTC(2026, 10, 23, 11)
const down: Fault = { kind: 'unavailable', message: 'It is out of order.' }

function setUp({ isSimulated = false } = {}) {
  const clock = createFakeClock(startMs)
  const notes = openMemoryStore()
  const told: string[] = []
  const asked: string[] = []
  const answers = new Map<string, UsdtUsdReading>()
  const collector = () =>
    createUsdtUsdCollector({
      tickers: spotTickers,
      notes,
      client: {
        fetchUsdtUsd: async ({ id, name }) => {
          const time = new Date(clock.wallMs()).toISOString().slice(11, 16)
          asked.push(`${id} ${time}`)
          const usdtUsd = { rate: 0.9998, source: name, observedAtMs: clock.wallMs() }
          return answers.get(id) ?? { state: 'read', usdtUsd }
        },
      },
      isSimulated: () => isSimulated,
      report: (source, fault) => told.push(`${source} ${fault?.kind ?? 'again'}`),
      clock,
    })
  const pass = async (collect: () => Promise<void>, minutes: number) => {
    for (let minute = 0; minute < minutes; minute++) {
      await collect()
      clock.advance(minuteMs)
    }
  }
  return { clock, notes, told, asked, answers, collector, pass, now: createCurrentUsdtUsd(notes, clock) }
}

test('Kraken is read every 15 minutes, by one server for all', async () => {
  const { asked, collector, pass, now } = setUp()
  expect(await now()).toBeNull()
  await pass(collector(), 20)
  await pass(collector(), 20)
  expect(asked).toEqual(['kraken 11:00', 'kraken 11:15', 'kraken 11:30'])
  expect(await now()).toEqual({ rate: 0.9998, source: 'Kraken', observedAtMs: startMs + 30 * minuteMs })
})

test('Coinbase is read only while Kraken fails, which is reported once', async () => {
  const { asked, told, answers, collector, pass, now } = setUp()
  const collect = collector()
  answers.set('kraken', { state: 'failed', fault: down })
  await pass(collect, 30)
  expect(asked).toEqual(['kraken 11:00', 'coinbase 11:00', 'kraken 11:15', 'coinbase 11:15'])
  expect((await now())?.source).toBe('Coinbase')
  answers.delete('kraken')
  await pass(collect, 15)
  expect([told, asked.at(-1)]).toEqual([['kraken unavailable', 'kraken again'], 'kraken 11:30'])
})

test('without both the last rate stays for an hour, and no requests are added', async () => {
  const { asked, answers, collector, pass, now } = setUp()
  const collect = collector()
  await pass(collect, 1)
  const fault = { ...down, retryAfterSeconds: 3_600 }
  for (const { id } of spotTickers) answers.set(id, { state: 'failed', fault })
  await pass(collect, 59)
  expect((await now())?.source).toBe('Kraken')
  await pass(collect, 1)
  expect(await now()).toBeNull()
  expect(asked).toEqual(['kraken 11:00', 'kraken 11:15', 'coinbase 11:15'])
})

test('the last reading in the hour of a fixing is kept by day, for 31 days', async () => {
  const { notes, collector, pass, clock } = setUp()
  const collect = collector()
  await pass(collect, 180)
  const noted = await readUsdtUsdNote(notes)
  expect(Object.keys(noted?.atFixings ?? {})).toEqual(['2026-11-23'])
  expect(noted?.atFixings['2026-11-23']?.observedAtMs).toBe(startMs + 75 * minuteMs)
  for (let day = 1; day < 40; day++) {
    clock.setWall(startMs + (day * 24 + 1) * 60 * minuteMs)
    await collector()()
  }
  const days = Object.keys((await readUsdtUsdNote(notes))?.atFixings ?? {})
  expect([days.length, days[0], days.at(-1)]).toEqual([31, '2026-12-02', '2027-01-01'])
})

test('simulated rates are stored only by a server that shows simulated markets', async () => {
  for (const isSimulated of [false, true]) {
    const { told, answers, collector, now } = setUp({ isSimulated })
    for (const { id, name } of spotTickers) {
      const usdtUsd = { rate: 1, source: name, observedAtMs: startMs }
      answers.set(id, { state: 'read', usdtUsd, simulated: true })
    }
    await collector()()
    expect((await now())?.rate ?? null).toBe(isSimulated ? 1 : null)
    expect(told).toEqual(isSimulated ? [] : ['kraken bad_response', 'coinbase bad_response'])
  }
})

test('a reading of a clock that was a year ahead stops no request', async () => {
  const { clock, asked, collector, now } = setUp()
  clock.setWall(startMs + 365 * 24 * 60 * minuteMs)
  await collector()()
  clock.setWall(startMs)
  expect(await now()).toBeNull()
  await collector()()
  expect(asked).toHaveLength(2)
})
