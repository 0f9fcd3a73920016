import type { SourceState } from '@p2p-rates/contract'
import { expect, test } from 'vitest'
import type { OpenTwo } from '../../testing/either-of.js'
import { minuteMs, quarterMs, type StatusSample, type UptimeStore } from '../history-stores.js'
import { aStatusSample } from './testing/a-status-sample.js'

const start = Date.UTC(2026, 10, 21, 12)
const glance = (exchange: string, state: SourceState = 'live', more: Partial<StatusSample> = {}): StatusSample =>
  aStatusSample({ exchange, state, ...more })
const sourceOf = async (store: UptimeStore, exchange: string, fromMs = start) => {
  const [quarter] = await store.readQuarters(fromMs, fromMs + quarterMs)
  return quarter?.sources.find((source) => source.exchange === exchange)
}

export const uptimeStoreContract = (open: () => Promise<UptimeStore>) => {
  test('returns the state of each source, minute by minute, with requests and answers', async () => {
    const store = await open()
    await store.add({ startMs: start, glances: [glance('okx'), glance('bybit')] })
    await store.add({ startMs: start + minuteMs, glances: [glance('okx')] })
    const blocked = glance('okx', 'blocked', { cause: 'blocked', ageSeconds: 700, due: 2, answered: 0 })
    await store.add({ startMs: start + 2 * minuteMs, glances: [blocked] })
    expect(await store.readQuarters(start, start + quarterMs)).toEqual([
      {
        startMs: start,
        sources: [
          {
            exchange: 'okx',
            fiat: 'UAH',
            stretches: [
              { minutes: 2, condition: { state: 'live', cause: null } },
              { minutes: 1, condition: { state: 'blocked', cause: 'blocked' } },
            ],
            due: 6,
            answered: 4,
            ages: [2, ...Array.from({ length: 9 }, () => 0), 1],
          },
          {
            exchange: 'bybit',
            fiat: 'UAH',
            stretches: [{ minutes: 1, condition: { state: 'live', cause: null } }],
            due: 2,
            answered: 2,
            ages: [1],
          },
        ],
      },
    ])
  })

  test('an unobserved minute is missing, within a quarter and between two', async () => {
    const store = await open()
    await store.add({ startMs: start + 3 * minuteMs, glances: [glance('okx', 'stale', { ageSeconds: null })] })
    await store.add({ startMs: start + 14 * minuteMs, glances: [glance('okx')] })
    await store.add({ startMs: start + 3 * quarterMs, glances: [glance('okx')] })
    const quarters = await store.readQuarters(start - quarterMs, start + 4 * quarterMs)
    expect(quarters.map(({ startMs }) => startMs)).toEqual([start, start + 3 * quarterMs])
    expect(quarters[0]?.sources[0]).toMatchObject({
      ages: [1],
      stretches: [
        { minutes: 3, condition: null },
        { minutes: 1, condition: { state: 'stale', cause: null } },
        { minutes: 10, condition: null },
        { minutes: 1, condition: { state: 'live', cause: null } },
      ],
    })
  })

  test('a range holds the quarters that begin in it', async () => {
    const store = await open()
    for (let quarter = 0; quarter < 4; quarter++)
      await store.add({ startMs: start + quarter * quarterMs, glances: [glance('okx')] })
    const startsOf = async (fromMs: number, toMs: number) =>
      (await store.readQuarters(fromMs, toMs)).map(({ startMs }) => (startMs - start) / quarterMs)
    expect(await startsOf(start + quarterMs, start + 3 * quarterMs)).toEqual([1, 2])
    expect(await startsOf(start + 1, start + quarterMs + 1)).toEqual([1])
    expect(await startsOf(start + 4 * quarterMs, start + 9 * quarterMs)).toEqual([])
  })

  test('an observed minute stays unchanged, and a late one finds its place', async () => {
    const store = await open()
    const first = { startMs: start, glances: [glance('okx')] }
    expect(await store.add(first)).toEqual(first.glances)
    await store.add({ startMs: start + 5 * quarterMs, glances: [glance('okx')] })
    // A clock that was set back: okx was seen in this minute, bybit was not.
    const again = [glance('okx', 'stale', { due: 9 }), glance('bybit')]
    expect(await store.add({ startMs: start + 20_000, glances: again })).toEqual([again[1]])
    expect(await sourceOf(store, 'okx')).toMatchObject({ due: 2, stretches: [{ condition: { state: 'live' } }] })
    expect(await sourceOf(store, 'bybit')).toMatchObject({ due: 2 })
  })

  test('a past is loaded at once, and changes no observed minute', async () => {
    const store = await open()
    await store.add({ startMs: start + quarterMs, glances: [glance('okx')] })
    const stretches = [{ minutes: 15, condition: { state: 'blocked', cause: 'blocked' } }] as const
    const quarters = [0, 1].map((index) => ({
      startMs: start + index * quarterMs,
      sources: [{ exchange: 'okx', fiat: 'UAH', stretches, due: 30, answered: 0, ages: [0, 15] }],
    }))
    expect(await store.load(quarters)).toBe(1)
    expect(await store.readQuarters(start, start + quarterMs)).toEqual(quarters.slice(0, 1))
    expect(await sourceOf(store, 'okx', start + quarterMs)).toMatchObject({ due: 2, answered: 2 })
    // A sample in a loaded quarter continues at the end of the loaded data.
    const half = [{ minutes: 5, condition: { state: 'live', cause: null } }] as const
    const last = { exchange: 'okx', fiat: 'UAH', stretches: half, due: 10, answered: 10, ages: [5] }
    await store.load([{ startMs: start + 2 * quarterMs, sources: [last] }])
    await store.add({ startMs: start + 2 * quarterMs + 5 * minuteMs, glances: [glance('okx')] })
    expect(await sourceOf(store, 'okx', start + 2 * quarterMs)).toMatchObject({
      stretches: [{ minutes: 6, condition: { state: 'live' } }],
      due: 12,
    })
  })

  test('the newest minute is known, and none where nothing was seen', async () => {
    const store = await open()
    expect(await store.newestMs()).toBeNull()
    await store.add({ startMs: start + 16 * minuteMs, glances: [glance('okx')] })
    await store.add({ startMs: start, glances: [glance('okx')] })
    expect(await store.newestMs()).toBe(start + 16 * minuteMs)
  })

  test('forgets quarters that are over before an instant, and nothing after it', async () => {
    const store = await open()
    for (let quarter = 0; quarter < 4; quarter++)
      await store.add({ startMs: start + quarter * quarterMs, glances: [glance('okx')] })
    expect(await store.forgetBefore(start + 2 * quarterMs + 1)).toBe(2)
    expect(await store.forgetBefore(start + 2 * quarterMs + 1)).toBe(0)
    expect((await store.readQuarters(start, start + 4 * quarterMs)).map(({ startMs }) => startMs)).toEqual([
      start + 2 * quarterMs,
      start + 3 * quarterMs,
    ])
  })
}

export const uptimeStoreRaces = (openTwo: OpenTwo<UptimeStore>) => {
  test('of two that look in the same quarter nothing is lost, and of one minute one look counts', async () => {
    const both = await openTwo()
    const taken = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        (both[index % 2] ?? both[0]).add({
          startMs: start + Math.floor(index / 2) * minuteMs,
          glances: [glance('okx'), glance(`only ${index % 2}`)],
        }),
      ),
    )
    expect(taken.flat().filter(({ exchange }) => exchange === 'okx')).toHaveLength(15)
    for (const store of both)
      for (const exchange of ['okx', 'only 0', 'only 1'])
        expect(await sourceOf(store, exchange), exchange).toMatchObject({
          stretches: [{ minutes: 15, condition: { state: 'live' } }],
          due: 30,
          answered: 30,
        })
  })
}
