import { expect, test } from 'vitest'
import { StorageUnavailableError } from '../../base/errors/storage-errors.js'
import { every } from '../../base/time/timers.js'
import { minutes, onlyFor, openIngest } from '../../ingest/testing/open-ingest.js'
import { aFault, anHonestBoard, type Question } from '../../ingest/testing/scripted-exchanges.js'
import { openMemoryStore } from '../../storage/sqlite/open-store.js'
import { createFakeTime } from '../../testing/fake-time.js'
import { minuteMs, type UptimeStore } from '../history-stores.js'
import { createStatusService } from './status-service.js'

const exchanges = ['binance', 'bybit', 'okx']
const fiats = ['UAH', 'EUR'] as const

const watch = async (
  store: UptimeStore = openMemoryStore().uptime,
  time = createFakeTime(Date.UTC(2026, 10, 21, 12)),
) => {
  const uptime = createStatusService({
    store,
    exchanges,
    fiats,
    sources: () => room.latest.sources(),
    publishEvent: ({ startMs, glances }) => uptime.uptimeCache.addMinute({ startMs, glances }),
    ...time,
  })
  const { requestCounts } = uptime
  const sampleStatus = uptime.sampler(store)
  const room = await openIngest({
    time,
    exchanges,
    fiats,
    report: (event) => {
      if (event.kind === 'due' || event.kind === 'answered') requestCounts[event.kind](event)
    },
  })
  room.room.start()
  const troubles: unknown[] = []
  const stop = every(time.timers, 5_000, sampleStatus, (error) => troubles.push(error))
  return {
    ...room,
    uptime,
    sampleStatus,
    store,
    time,
    troubles,
    stop: () => {
      stop()
      room.room.stop()
    },
    report: async () => uptime.reader.report('24h', null),
    quarters: () => store.readQuarters(0, Number.MAX_SAFE_INTEGER),
  }
}
const upTo = (count: number): number => minutes(count) - 1
const slotsOf = (report: Awaited<ReturnType<Awaited<ReturnType<typeof watch>>['report']>>, exchange: string) =>
  report.exchanges.find((one) => one.exchange === exchange)

test('an hour without faults is one check a minute, with every request sent and answered', async () => {
  const { pass, quarters, report, stop } = await watch()
  await pass(upTo(60))
  stop()
  const all = await quarters()
  expect(all).toHaveLength(4)
  for (const { sources } of all.slice(1))
    for (const source of sources)
      expect(source).toMatchObject({
        stretches: [{ minutes: 15, condition: { state: 'live', cause: null } }],
        due: 6,
        answered: 6,
      })
  const told = await report()
  expect(told.incidents).toEqual([])
  for (const { slots, longestGap, due, answered } of told.exchanges) {
    expect(slots.slice(-4)).toEqual(['live', 'live', 'live', 'live'])
    expect(slots.slice(0, -4).every((slot) => slot === null)).toBe(true)
    expect([longestGap, answered]).toEqual([null, due])
  }
})

test('empty lists of a currency that an exchange does not trade have no age', async () => {
  const { play, pass, quarters, stop } = await watch()
  const isUntraded = ({ exchange, fiat }: Pick<Question, 'exchange' | 'fiat'>) => exchange === 'okx' && fiat === 'EUR'
  play((question) => anHonestBoard(question, isUntraded(question) ? { ads: 0 } : {}))
  await pass(upTo(30))
  stop()
  const last = (await quarters()).at(-1)?.sources ?? []
  for (const { ages, ...source } of last) expect([source, ages.length > 0]).toEqual([source, !isUntraded(source)])
})

test('a source has no state before its first request', async () => {
  const { sampleStatus, quarters, time } = await watch()
  await sampleStatus()
  expect(await quarters()).toEqual([])
  await time.pass(minuteMs)
  expect((await quarters())[0]?.sources).toHaveLength(exchanges.length * fiats.length)
})

test('an exchange that refuses is seen as blocked from when its data are too old, with its cause, until it answers', async () => {
  const { pass, play, report, stop } = await watch()
  await pass(minutes(61))
  play(onlyFor('bybit', () => aFault('blocked')))
  await pass(minutes(120))
  const during = await report()
  expect(during.incidents).toMatchObject([
    { kind: 'blocked', exchange: 'bybit', cause: 'blocked', fiats: ['UAH', 'EUR'], endMs: null },
  ])
  const [{ startMs = 0 } = {}] = during.incidents
  expect((startMs - Date.UTC(2026, 10, 21, 13)) / minuteMs).toBeGreaterThanOrEqual(10)
  expect((startMs - Date.UTC(2026, 10, 21, 13)) / minuteMs).toBeLessThanOrEqual(16)
  const bybit = slotsOf(during, 'bybit')
  expect(bybit?.slots.slice(-7, -1)).toEqual(Array.from({ length: 6 }, () => 'blocked'))
  expect(bybit?.longestGap).toMatchObject({ startMs, endMs: null })
  // The exchange rejected requests during 2 of the 3 hours.
  expect((bybit?.answered ?? 0) / (bybit?.due ?? 0)).toBeCloseTo(1 / 3, 1)
  expect(slotsOf(during, 'okx')).toMatchObject({ longestGap: null })
  play((question) => anHonestBoard(question))
  await pass(minutes(70))
  stop()
  expect((await report()).incidents).toMatchObject([{ kind: 'blocked', exchange: 'bybit', endMs: expect.any(Number) }])
})

test('a broken line is logged once, and not for each exchange', async () => {
  const { pass, play, report, stop } = await watch()
  await pass(minutes(60))
  play(() => aFault('network'))
  await pass(minutes(40))
  play((question) => anHonestBoard(question))
  await pass(minutes(20))
  stop()
  const { incidents } = await report()
  expect(incidents).toMatchObject([{ kind: 'offline', exchange: null, cause: 'network', fiats: ['UAH', 'EUR'] }])
  const [{ startMs = 0, endMs = 0 } = {}] = incidents
  expect(((endMs ?? 0) - startMs) / minuteMs).toBeGreaterThan(25)
  expect(((endMs ?? 0) - startMs) / minuteMs).toBeLessThan(42)
})

test('prices that contradict all others are seen as held out', async () => {
  const { pass, play, report, stop } = await watch()
  await pass(minutes(30))
  play(onlyFor('okx', (question) => anHonestBoard(question, { times: 2 })))
  await pass(minutes(45))
  stop()
  expect((await report()).incidents).toMatchObject([
    { kind: 'held_out', exchange: 'okx', cause: 'implausible', endMs: null },
  ])
})

test('what a killed server saw is there for the next one, and while none ran nothing is', async () => {
  const { store } = { store: openMemoryStore().uptime }
  const first = await watch(store)
  await first.pass(upTo(45))
  // Simulate a kill: the server does and stores nothing more.
  first.stop()
  await first.time.pass(minutes(90) + 1)
  const second = await watch(store, first.time)
  await second.pass(minutes(30))
  second.stop()
  const told = await second.report()
  expect(slotsOf(told, 'okx')?.slots.slice(-12, -1)).toEqual([
    ...Array.from({ length: 3 }, () => 'live'),
    ...Array.from({ length: 6 }, () => null),
    ...Array.from({ length: 2 }, () => 'live'),
  ])
  expect(told.incidents).toMatchObject([{ kind: 'unobserved', exchange: null, cause: null }])
})

test('a check that cannot be stored waits, is not published before it is written, and is written when the disk works again', async () => {
  const { store } = { store: openMemoryStore().uptime }
  const { pass, uptime, stop, troubles, report } = await watch(store)
  await pass(upTo(30))
  const { add } = store
  store.add = () => Promise.reject(new StorageUnavailableError('full'))
  await pass(minutes(15))
  expect([uptime.isPersisted, troubles.length > 0]).toEqual([false, true])
  expect(slotsOf(await report(), 'okx')?.slots.at(-1)).toBeNull()
  store.add = add
  await pass(5_000)
  stop()
  expect(uptime.isPersisted).toBe(true)
  const told = await report()
  expect(slotsOf(told, 'okx')?.slots.slice(-4)).toEqual(['live', 'live', 'live', 'live'])
  expect(told.incidents).toEqual([])
})

test('pending writes for replaced data are never written', async () => {
  const { store } = { store: openMemoryStore().uptime }
  const { pass, uptime, sampleStatus, stop, quarters } = await watch(store)
  const { add } = store
  store.add = () => Promise.reject(new StorageUnavailableError('full'))
  await pass(minutes(5))
  stop()
  store.add = add
  uptime.reset()
  await sampleStatus()
  expect((await quarters()).flatMap(({ sources }) => sources)).toEqual([])
})

test('a question that is asked again counts once, and one that falls due while an exchange is paused after failures counts', async () => {
  const { pass, play, store, stop } = await watch()
  let turn = 0
  play(onlyFor('okx', (question) => (turn++ % 2 === 0 ? aFault('timeout') : anHonestBoard(question))))
  await pass(upTo(60))
  const dueOf = async (exchange: string) => {
    const sources = (await store.readQuarters(0, Number.MAX_SAFE_INTEGER)).flatMap((quarter) => quarter.sources)
    const own = sources.filter((source) => source.exchange === exchange)
    return {
      due: own.reduce((sum, { due }) => sum + due, 0),
      answered: own.reduce((sum, { answered }) => sum + answered, 0),
    }
  }
  const [okx, binance] = [await dueOf('okx'), await dueOf('binance')]
  expect(okx.due).toBe(binance.due)
  expect(okx.answered).toBeLessThanOrEqual(okx.due)
  play(onlyFor('okx', () => aFault('blocked')))
  await pass(minutes(60))
  stop()
  const [later, calm] = [await dueOf('okx'), await dueOf('binance')]
  expect([later.due, later.answered - okx.answered]).toEqual([calm.due, 0])
})
