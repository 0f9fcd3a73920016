import type { Fiat } from '@p2p-rates/core'
import { expect, test } from 'vitest'
import type { MarketSnapshot } from '../../market/market-snapshot.js'
import { openMemoryStore } from '../../storage/sqlite/open-store.js'
import { createMovingMarket, startMs } from '../archive/testing/moving-market.js'
import { hourMs } from '../history-stores.js'
import { createHourlySnapshotJob, decompressMarket } from './hourly-snapshots.js'

const fiats = ['UAH', 'EUR'] as const

function setUp() {
  const store = openMemoryStore()
  const moving = new Map(fiats.map((fiat) => [fiat, createMovingMarket(3, fiat)]))
  const shown = new Map<Fiat, MarketSnapshot>()
  const show = (fiat: (typeof fiats)[number], atMs: number): MarketSnapshot => {
    const snapshot = moving.get(fiat)?.at(atMs).snapshot
    if (snapshot === undefined) throw new Error(fiat)
    shown.set(fiat, snapshot)
    return snapshot
  }
  const ports = { store: store.hourly, fiats, snapshot: (fiat: Fiat) => shown.get(fiat) ?? null }
  const kept = async (fiat: Fiat) => (await store.hourly.readHours(fiat, 0, 9e15)).map(({ judgedAtMs }) => judgedAtMs)
  return { store, shown, show, ports, kept, keep: createHourlySnapshotJob(ports) }
}

test('the first market of each hour is kept, one currency a call, and none where nothing is shown', async () => {
  const { show, kept, keep, store } = setUp()
  await keep()
  expect(await kept('UAH')).toEqual([])
  const first = show('UAH', startMs)
  const other = show('EUR', startMs)
  await keep()
  expect([await kept('UAH'), await kept('EUR')]).toEqual([[first.judgedAtMs], []])
  await keep()
  expect(await kept('EUR')).toEqual([other.judgedAtMs])
  show('UAH', startMs + hourMs / 2)
  for (let call = 0; call < 3; call++) await keep()
  expect(await kept('UAH')).toEqual([first.judgedAtMs])
  const next = show('UAH', startMs + hourMs)
  await keep()
  expect(await kept('UAH')).toEqual([first.judgedAtMs, next.judgedAtMs])
  const [, last] = await store.hourly.readHours('UAH', 0, 9e15)
  if (last === undefined) throw new Error('nothing is kept')
  const { market } = await decompressMarket('UAH', last)
  expect(market.boards.map(({ ads }) => ads.map(({ ad }) => ad.price))).toEqual(
    next.market.boards.map(({ ads }) => ads.map(({ ad }) => ad.price)),
  )
})

test('a damaged rest of a market is not stored in its place', async () => {
  const { shown, show, kept, keep } = setUp()
  const whole = show('UAH', startMs)
  shown.set('UAH', { ...whole, version: whole.version + 1 })
  await keep()
  expect(await kept('UAH')).toEqual([])
  shown.set('UAH', whole)
  await keep()
  expect(await kept('UAH')).toEqual([whole.judgedAtMs])
})

test('a store that refuses is asked again, and another server goes on in the same hour', async () => {
  const { show, kept, ports } = setUp()
  let refusals = 2
  const keep = createHourlySnapshotJob({
    ...ports,
    store: {
      saveHour: async (fiat, market) => {
        if (refusals-- > 0) throw new Error('disk full')
        await ports.store.saveHour(fiat, market)
      },
    },
  })
  const snapshot = show('UAH', startMs)
  await expect(keep()).rejects.toThrow('disk full')
  await expect(keep()).rejects.toThrow('disk full')
  await keep()
  expect(await kept('UAH')).toEqual([snapshot.judgedAtMs])
  const later = show('UAH', startMs + 1_000)
  await createHourlySnapshotJob(ports)()
  expect(await kept('UAH')).toEqual([later.judgedAtMs])
})
