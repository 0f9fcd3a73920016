import { centralBanks, type Fault, type OfficialSource } from '@p2p-rates/core'
import type { FiatsRate, OfficialReading } from '@p2p-rates/core/internal'
import { expect, test } from 'vitest'
import { openMemoryStore } from '../../storage/sqlite/open-store.js'
import { createFakeClock } from '../../testing/fake-clock.js'
import { createOfficialRateCollector } from './official-rate-collector.js'
import { createCurrentOfficialRate } from './official-rate-store.js'

const hourMs = 3_600_000
const midnight = Date.UTC(2026, 10, 23)
const at = (hour: number, day = 0) => midnight + (24 * day + hour) * hourMs
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)
const down: Fault = { kind: 'unavailable', message: 'It is out of order.' }

const source = (id: string): OfficialSource => {
  const found = centralBanks.find((known) => known.id === id)
  if (found === undefined) throw new Error(`There is no ${id}.`)
  return found
}

function setUp({ sources = ['nbu'], startMs = at(10), isSimulated = false } = {}) {
  const clock = createFakeClock(startMs)
  const store = openMemoryStore()
  const asked: string[] = []
  const told: string[] = []
  const answers = new Map<string, (day: string) => OfficialReading>()
  const listed = (id: string, rate = 41): OfficialReading => {
    const { name, fiats } = source(id)
    const day = dayOf(clock.wallMs())
    return { state: 'read', rates: fiats.map((fiat): FiatsRate => ({ fiat, rate, source: name, day })) }
  }
  const collector = () =>
    createOfficialRateCollector({
      store: store.officials,
      client: {
        fetchOfficial: async ({ id }) => {
          asked.push(`${id} ${new Date(clock.wallMs()).toISOString().slice(5, 16)}`)
          return (answers.get(id) ?? (() => listed(id)))(dayOf(clock.wallMs()))
        },
      },
      sources: sources.map(source),
      isSimulated: () => isSimulated,
      report: (bank, fault) => told.push(`${bank} ${fault?.kind ?? 'again'}`),
      clock,
    })
  const now = createCurrentOfficialRate(store.officials, clock)
  const pass = async (collect: () => Promise<void>, hours: number) => {
    for (let call = 0; call < hours * 6; call++) {
      await collect()
      clock.advance(hourMs / 6)
    }
  }
  return { clock, store, asked, told, answers, listed, collector, now, pass }
}

test('each bank is asked at the start and then once a day, when its list is published', async () => {
  const { asked, collector, pass } = setUp({ sources: ['nbu', 'ecb'] })
  await pass(collector(), 48)
  expect(asked).toEqual([
    ...['nbu 11-23T10:00', 'ecb 11-23T10:00', 'ecb 11-23T16:00'],
    ...['nbu 11-24T01:00', 'ecb 11-24T16:00', 'nbu 11-25T01:00'],
  ])
})

test('the next holder of the duty does not request stored data again', async () => {
  const { asked, collector, pass, clock } = setUp()
  await pass(collector(), 1)
  clock.advance(hourMs)
  await pass(collector(), 1)
  expect(asked).toEqual(['nbu 11-23T10:00'])
})

test('a failing bank is asked again in half an hour, logged once, and holds no other back', async () => {
  const { asked, told, answers, collector, pass } = setUp({ sources: ['nbu', 'nbk'] })
  const collect = collector()
  answers.set('nbu', () => ({ state: 'failed', fault: down }))
  await pass(collect, 1.5)
  expect(asked.filter((who) => who.startsWith('nbk'))).toHaveLength(1)
  expect(asked.filter((who) => who.startsWith('nbu'))).toHaveLength(3)
  expect(told).toEqual(['nbu unavailable'])
  answers.set('nbu', () => ({ state: 'failed', fault: { ...down, kind: 'blocked', retryAfterSeconds: 7_200 } }))
  await pass(collect, 2)
  expect(told).toEqual(['nbu unavailable', 'nbu blocked'])
  expect(asked.filter((who) => who.startsWith('nbu'))).toHaveLength(4)
  answers.delete('nbu')
  await pass(collect, 1)
  expect(told.at(-1)).toBe('nbu again')
})

test('what cannot be written down is not taken for read', async () => {
  const { store, asked, collector, clock } = setUp()
  const collect = collector()
  const { write } = store.officials
  Object.assign(store.officials, { write: async () => Promise.reject(new Error('the disk is full')) })
  await expect(collect()).rejects.toThrow('full')
  Object.assign(store.officials, { write })
  clock.advance(1_000)
  await collect()
  expect(asked).toHaveLength(2)
  expect(await store.officials.lastReadMs('nbu')).toBe(clock.wallMs())
})

test('rates of a simulation are kept by none who shows real prices', async () => {
  for (const isSimulated of [false, true]) {
    const { answers, listed, told, collector, now } = setUp({ isSimulated })
    answers.set('nbu', () => ({ ...listed('nbu'), simulated: true }) as OfficialReading)
    await collector()()
    expect(await now('UAH')).toEqual(isSimulated ? expect.objectContaining({ rate: 41 }) : null)
    expect(told).toEqual(isSimulated ? [] : ['nbu bad_response'])
  }
})

test('a clock that was a year ahead keeps no bank from being asked', async () => {
  const { asked, clock, collector, now } = setUp({ startMs: at(10, 365) })
  await collector()()
  clock.setWall(at(10))
  await collector()()
  expect(asked).toHaveLength(2)
  expect(await now('UAH')).toMatchObject({ day: '2026-11-23' })
})

test("today has today's rate, and a holiday the rate before it", async () => {
  const { store, clock, now } = setUp()
  const rate = (day: string, value: number) => ({
    ...{ fiat: 'UAH', day, rate: value, source: 'National Bank of Ukraine', bank: 'nbu', readAtMs: 0 },
  })
  await store.officials.write([rate('2026-11-20', 1), rate('2026-11-23', 2), rate('2026-11-24', 3)])
  expect((await now('UAH'))?.rate).toBe(2)
  clock.setWall(at(23, -1))
  expect((await now('UAH'))?.rate).toBe(1)
  clock.setWall(at(0, 1))
  expect((await now('UAH'))?.rate).toBe(3)
  clock.setWall(at(0, 16))
  expect(await now('UAH')).toBeNull()
})
