import { createHash } from 'node:crypto'
import { createRandom, median, roundPrice } from '@p2p-rates/core/internal'
import { expect, test } from 'vitest'
import { writeUsdtUsd } from '../../market/usdt-usd-notes.js'
import { openMemoryStore } from '../../storage/sqlite/open-store.js'
import { createFakeClock } from '../../testing/fake-clock.js'
import { contentOf, type FixingStore } from '../history-stores.js'
import { createDailyIndexJob } from './daily-index-job.js'
import { fixingChainFaults } from './fixing-chain.js'

const minuteMs = 60_000
const slotMs = 5 * minuteMs
const dayMs = 86_400_000
const today = Date.UTC(2026, 10, 21)
const at = (hour: number, minute = 0, day = today) => day + (hour * 60 + minute) * minuteMs

function setUp(startMs = at(11)) {
  const clock = createFakeClock(startMs)
  const store = openMemoryStore()
  const maker = () => createDailyIndexJob({ store, fiats: ['UAH'], clock })
  const record = (atMs: number, value: number, fiat = 'UAH') =>
    store.history.append(atMs, [
      { fiat, exchange: 'index', buy: value + 0.2, sell: value - 0.2, buyAds: 5, sellAds: 2 },
    ])
  const recordNoon = async (day: number, slots = 12, value = 41) => {
    for (let slot = 0; slot < slots; slot++) await record(at(11, 30, day) + slot * slotMs, value + slot / 100)
  }
  const links = () => store.fixings.readFixings('UAH', '2000-01-01', '2999-12-31')
  const told = async () => (await links()).map((link) => contentOf(link))
  return { clock, store, maker, make: maker(), record, recordNoon, links, told }
}

test('a day is fixed ten minutes after its window has closed, once, from the slots of the window alone', async () => {
  const { clock, make, record, recordNoon, told } = setUp()
  await record(at(11, 25), 50)
  await recordNoon(today)
  await record(at(12, 30), 60)
  clock.setWall(at(12, 39) + 59_000)
  await make()
  expect(await told()).toEqual([])
  clock.setWall(at(12, 40))
  for (let call = 0; call < 5; call++) {
    await make()
    clock.advance(30_000)
  }
  expect(await told()).toEqual([
    {
      asset: 'USDT',
      fiat: 'UAH',
      number: 1,
      day: '2026-11-21',
      value: 41.055,
      confidence: 'high',
      sources: 5,
      slots: 12,
      method: 'index-1',
      made_at: '2026-11-21T12:40:00.000Z',
      correction: null,
      previous_digest: null,
    },
  ])
})

test('six slots make none, and a seventh that comes late makes it after all', async () => {
  const { clock, make, record, recordNoon, told } = setUp()
  await recordNoon(today, 6)
  clock.setWall(at(12, 40))
  await make()
  expect(await told()).toEqual([])
  await record(at(12, 20), 41.06)
  clock.advance(minuteMs)
  await make()
  expect(await told()).toMatchObject([{ day: '2026-11-21', slots: 7, value: 41.03 }])
})

test('a fixing never changes, whatever is recorded later', async () => {
  const { clock, make, record, recordNoon, links } = setUp()
  await recordNoon(today, 8)
  clock.setWall(at(12, 40))
  await make()
  const before = await links()
  for (let slot = 8; slot < 12; slot++) await record(at(11, 30) + slot * slotMs, 99)
  for (let hour = 0; hour < 48; hour++) {
    clock.advance(3_600_000)
    await make()
  }
  expect(before).toHaveLength(1)
  expect(await links()).toEqual(before)
})

test('days without a server are fixed late, one after the other, from records', async () => {
  const { clock, maker, recordNoon, told, links } = setUp()
  for (const [back, slots] of [40, 12, 5, 4, 3, 1].entries())
    await recordNoon(today - (6 - back) * dayMs, slots > 6 ? 12 : slots)
  clock.setWall(at(9))
  await maker()()
  expect((await told()).map(({ day, number, made_at }) => [day, number, made_at])).toEqual([
    ['2026-11-15', 1, '2026-11-21T09:00:00.000Z'],
    ['2026-11-16', 2, '2026-11-21T09:00:00.000Z'],
  ])
  expect(fixingChainFaults(await links())).toEqual([])
})

test('a day of more than a month ago stays without', async () => {
  const { clock, maker, recordNoon, told } = setUp()
  await recordNoon(today - 31 * dayMs)
  await recordNoon(today - 30 * dayMs)
  clock.setWall(at(13))
  await maker()()
  expect((await told()).map(({ day }) => day)).toEqual(['2026-10-22'])
})

test('a clock that ran ahead blocks no day: a skipped day is fixed at its own time', async () => {
  const { clock, maker, recordNoon, told, links } = setUp()
  const make = maker()
  await recordNoon(today + 9 * dayMs)
  clock.setWall(at(12, 45, today + 9 * dayMs))
  await make()
  await recordNoon(today)
  clock.setWall(at(12, 45))
  await make()
  await recordNoon(today + dayMs)
  clock.setWall(at(12, 45, today + dayMs))
  await make()
  expect((await told()).map(({ day }) => day)).toEqual(['2026-11-30', '2026-11-21', '2026-11-22'])
  expect(fixingChainFaults(await links())).toEqual([])
})

test('of two makers over the same data neither adds what the other has added', async () => {
  const { clock, maker, recordNoon, links, told } = setUp()
  const [one, other] = [maker(), maker()]
  for (let day = 0; day < 20; day++) {
    await recordNoon(today + day * dayMs)
    clock.setWall(at(12, 40, today + day * dayMs))
    await Promise.all([one(), other(), maker()()])
  }
  expect((await told()).map(({ number }) => number)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
  expect(new Set((await told()).map(({ day }) => day)).size).toBe(20)
  expect(fixingChainFaults(await links())).toEqual([])
})

test('a store that refuses is asked again, and each currency has its own chain', async () => {
  const { clock, store, record } = setUp()
  for (const fiat of ['UAH', 'EUR'])
    for (let slot = 0; slot < 12; slot++) await record(at(11, 30) + slot * slotMs, fiat === 'UAH' ? 41 : 0.86, fiat)
  let refusals = 2
  const fixings: FixingStore = {
    ...store.fixings,
    appendFixings: async (links, end) => {
      if (refusals-- > 0) throw new Error('disk full')
      return store.fixings.appendFixings(links, end)
    },
  }
  const make = createDailyIndexJob({ store: { ...store, fixings }, fiats: ['UAH', 'EUR'], clock })
  clock.setWall(at(12, 41))
  await expect(make()).rejects.toThrow('disk full')
  await expect(make()).rejects.toThrow('disk full')
  await make()
  for (const fiat of ['UAH', 'EUR'])
    expect(await store.fixings.readFixings(fiat, '2026-11-21', '2026-11-21')).toMatchObject([{ fiat, number: 1 }])
})

const seed = Number(process.env.SEED)
test('the fixing is the median of the history, by a slow count', async () => {
  const random = createRandom(seed)
  const { clock, store, maker, links } = setUp()
  for (let day = 0; day < 25; day++)
    for (let slot = 0; slot < 288; slot++)
      if (random.chance(0.6)) {
        const value = 41 + random.next()
        const buyAds = 1 + random.below(6)
        await store.history.append(today + day * dayMs + slot * slotMs, [
          { fiat: 'UAH', exchange: 'index', buy: value + 0.1, sell: value - 0.1, buyAds, sellAds: random.below(3) },
        ])
      }
  clock.setWall(today + 25 * dayMs)
  await maker()()
  const made = new Map((await links()).map((link) => [link.day, link]))
  let found = 0
  for (let day = 0; day < 25; day++) {
    const startMs = today + day * dayMs
    const series = await store.history.readSeries({ fiat: 'UAH', exchange: 'index' }, startMs, startMs + dayMs)
    const values: number[] = []
    for (let slot = 138; slot < 150; slot++) {
      const [buy, sell] = [series.buy[slot] ?? 0, series.sell[slot] ?? 0]
      if (buy > 0) values.push((buy + sell) / 20_000)
    }
    const link = made.get(new Date(startMs).toISOString().slice(0, 10))
    expect(link === undefined).toBe(values.length < 7)
    if (link === undefined) continue
    found += 1
    // A half may be rounded to either side, as the sums of fractions come out.
    expect(Math.abs((contentOf(link).value ?? 0) - roundPrice(median(values) ?? 0))).toBeLessThan(0.001_1)
    expect(link.digest).toBe(createHash('sha256').update(link.content, 'utf8').digest('hex'))
  }
  expect(found).toBeGreaterThan(3)
})

test('a fixing has the USDT/USD of its own hour next to its value, also if it is made late', async () => {
  const { clock, store, make, recordNoon, links, told } = setUp()
  await recordNoon(today - dayMs)
  await recordNoon(today)
  const [rate, source] = [0.9998, 'Kraken']
  await writeUsdtUsd(store, { rate, source, observedAtMs: at(12, 15) })
  await writeUsdtUsd(store, { rate: 0.9, source, observedAtMs: at(12, 45) })
  clock.setWall(at(12, 50))
  await make()
  expect((await told()).map(({ day, value, usdt_usd }) => [day, value, usdt_usd])).toEqual([
    ['2026-11-20', 41.055, undefined],
    ['2026-11-21', 41.055, { rate, source, observed_at: '2026-11-21T12:15:00.000Z' }],
  ])
  expect(fixingChainFaults(await links())).toEqual([])
})
