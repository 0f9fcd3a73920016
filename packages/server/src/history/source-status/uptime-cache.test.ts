import { expect, test } from 'vitest'
import { StorageUnavailableError } from '../../base/errors/storage-errors.js'
import { openMemoryStore } from '../../storage/sqlite/open-store.js'
import { createFakeTime } from '../../testing/fake-time.js'
import { minuteMs, type StatusSample } from '../history-stores.js'
import { minuteOf, type Uptime } from './uptime.js'
import { createUptimeCache } from './uptime-cache.js'

const dayMs = 86_400_000
const okx: StatusSample = {
  exchange: 'okx',
  fiat: 'UAH',
  state: 'live',
  cause: null,
  ageSeconds: 41,
  due: 2,
  answered: 1,
}

const setUp = () => {
  const time = createFakeTime(Date.UTC(2026, 10, 21, 12))
  const store = openMemoryStore().uptime
  const past = createUptimeCache({ store, ...time })
  const see = async (startMs: number, glance = okx) => {
    const glances = await store.add({ startMs, glances: [glance] })
    if (glances.length > 0) past.addMinute({ startMs, glances })
  }
  return { ...time, store, past, see }
}

const at = (uptime: Uptime, ms: number) => {
  const minute = minuteOf(ms)
  const source = uptime.sources.get('UAH okx')
  const spells = source?.intervals.filter(({ from, to }) => from <= minute && minute < to) ?? []
  const quarter = Math.floor((minute - uptime.firstMinute) / 15)
  return [spells.map(({ condition }) => condition.state).join(), source?.due[quarter], source?.answered[quarter]]
}

test('a month on disk and new observations form one history', async () => {
  const { past, see, clock } = setUp()
  const nowMs = clock.wallMs()
  for (const ago of [29 * dayMs, dayMs, minuteMs]) await see(nowMs - ago)
  const loaded = await past.readUptime()
  await see(nowMs, { ...okx, state: 'blocked', cause: 'blocked' })
  expect(past.readUptime()).toBe(loaded)
  expect(at(loaded, nowMs - 29 * dayMs)).toEqual(['live', 2, 1])
  expect(at(loaded, nowMs - minuteMs)).toEqual(['live', 2, 1])
  expect(at(loaded, nowMs)).toEqual(['blocked', 2, 1])
  expect(at(loaded, nowMs - 2 * dayMs)).toEqual(['', 0, 0])
})

test('an observation during the load counts once', async () => {
  const { past, see, clock, store } = setUp()
  const { readQuarters } = store
  const toldMs = clock.wallMs()
  store.readQuarters = async (fromMs, toMs) => {
    const [before, after] = fromMs % (2 * dayMs) === 0 ? [true, false] : [false, true]
    if (before) await see(toldMs)
    const quarters = await readQuarters(fromMs, toMs)
    if (after) await see(toldMs - dayMs)
    return quarters
  }
  const loaded = await past.readUptime()
  for (const ms of [toldMs, toldMs - dayMs]) expect(at(loaded, ms)).toEqual(['live', 2, 1])
})

test('every new day takes the place of the oldest, however long the server runs', async () => {
  const { past, see, clock } = setUp()
  const first = clock.wallMs()
  await see(first)
  const uptime = await past.readUptime()
  for (let day = 1; day <= 40; day++) {
    clock.advance(dayMs)
    await see(clock.wallMs())
    expect(past.readUptime()).toBe(uptime)
    expect(at(uptime, clock.wallMs())).toEqual(['live', 2, 1])
    expect(at(uptime, Math.max(first, clock.wallMs() - 30 * dayMs))).toEqual(['live', 2, 1])
  }
  expect(at(uptime, clock.wallMs() + 3 * minuteMs)).toEqual(['', 2, 1])
})

test('a clock that is set far ahead and back leaves memory as the disk is', async () => {
  const { past, see, clock } = setUp()
  const nowMs = clock.wallMs()
  await see(nowMs)
  await past.readUptime()
  clock.setWall(nowMs + 60 * dayMs)
  await see(clock.wallMs())
  expect(at(await past.readUptime(), clock.wallMs())).toEqual(['live', 2, 1])
  clock.setWall(nowMs + minuteMs)
  await see(clock.wallMs())
  const back = await past.readUptime()
  expect(at(back, nowMs)).toEqual(['live', 4, 2])
  expect(at(back, nowMs + minuteMs)).toEqual(['live', 4, 2])
})

test('a disk that cannot be read is asked again the next time', async () => {
  const { past, see, clock, store } = setUp()
  await see(clock.wallMs())
  const { readQuarters } = store
  store.readQuarters = () => Promise.reject(new StorageUnavailableError('broken'))
  await expect(past.readUptime()).rejects.toThrow('broken')
  store.readQuarters = readQuarters
  expect(at(await past.readUptime(), clock.wallMs())).toEqual(['live', 2, 1])
})

test('replaced data are read again', async () => {
  const { past, see, clock, store } = setUp()
  await see(clock.wallMs())
  await past.readUptime()
  const version = past.version
  await store.forgetBefore(clock.wallMs() + dayMs)
  past.reset()
  expect(past.version).toBeGreaterThan(version)
  expect(at(await past.readUptime(), clock.wallMs())).toEqual(['', undefined, undefined])
})
