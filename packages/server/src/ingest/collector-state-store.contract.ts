import { expect, test } from 'vitest'
import type { OpenTwo } from '../testing/either-of.js'
import type { BoardMemory, CollectorStateStore } from './collector-state-store.js'
import { anHonestBoard } from './testing/scripted-exchanges.js'

const nowMs = Date.UTC(2026, 10, 21, 12)
const board = (exchange: string, atMs: number, ads = 3) =>
  anHonestBoard({ exchange, fiat: 'UAH', side: 'BUY', atMs }, { ads, facts: { nickname: '__proto__ \u202e 🙂' } })

export const collectorStateStoreContract = (open: () => Promise<CollectorStateStore>) => {
  test('keeps one back-off for each exchange until it is cleared', async () => {
    const store = await open()
    const blocked = { exchange: 'bybit', kind: 'blocked', faultsInARow: 1, notBeforeMs: nowMs } as const
    await store.saveBackOff(blocked)
    await store.saveBackOff({ ...blocked, exchange: 'okx', kind: 'timeout' })
    await store.saveBackOff({ ...blocked, faultsInARow: 2 })
    expect(await store.backOffs()).toHaveLength(2)
    expect(await store.backOffs()).toContainEqual({ ...blocked, faultsInARow: 2 })
    await store.clearBackOff('bybit')
    await store.clearBackOff('nobody')
    expect((await store.backOffs()).map(({ exchange }) => exchange)).toEqual(['okx'])
  })

  test('gives back the newest board of every market as it was, empty ones included', async () => {
    const store = await open()
    await store.saveBoards([board('okx', nowMs), board('bybit', nowMs, 0)], [])
    await store.saveBoards([board('okx', nowMs + 1)], [])
    await store.saveBoards([], [])
    const boards = await store.boardsSince(nowMs)
    expect(boards).toHaveLength(2)
    expect(boards).toContainEqual(board('okx', nowMs + 1))
    expect(boards).toContainEqual(board('bybit', nowMs, 0))
  })

  test('of a market that is saved twice at once the later board and memory are kept', async () => {
    const store = await open()
    const memory = (observedAtMs: number): BoardMemory => ({
      ...{ exchange: 'okx', fiat: 'UAH', side: 'BUY', observedAtMs },
      ...{ centre: null, previous: null, offers: [], paying: [] },
    })
    await store.saveBoards([board('okx', nowMs), board('okx', nowMs + 1)], [memory(nowMs), memory(nowMs + 1)])
    expect(await store.boardsSince(0)).toEqual([board('okx', nowMs + 1)])
    expect(await store.memoriesSince(0)).toEqual([memory(nowMs + 1)])
  })

  test('leaves out earlier observations', async () => {
    const store = await open()
    await store.saveBoards([board('okx', nowMs), board('bybit', nowMs + 1)], [])
    expect((await store.boardsSince(nowMs + 1)).map(({ exchange }) => exchange)).toEqual(['bybit'])
  })
  test('gives back the newest memory of every market as it was, hostile names included', async () => {
    const store = await open()
    const memory = (exchange: string, observedAtMs: number): BoardMemory => ({
      exchange,
      fiat: 'UAH',
      side: 'SELL',
      observedAtMs,
      centre: { price: 41.25, atMs: observedAtMs },
      previous: null,
      offers: [
        ['okx UAH SELL 41.2 100 5000 __proto__ \u202e 🙂', nowMs - 86_400_000, nowMs],
        ['', 0, 1],
      ],
      paying: [['bybit', 250, nowMs - 3_600_000, nowMs]],
    })
    await store.saveBoards([], [memory('okx', nowMs), memory('bybit', nowMs)])
    await store.saveBoards([], [{ ...memory('okx', nowMs + 1), previous: { price: 1e-9, atMs: 5 } }])
    expect(await store.memoriesSince(nowMs + 1)).toEqual([
      { ...memory('okx', nowMs + 1), previous: { price: 1e-9, atMs: 5 } },
    ])
    expect(await store.memoriesSince(0)).toHaveLength(2)
  })

  test('gives every currency rising numbers, at least those asked for', async () => {
    const store = await open()
    const next = async (uah: number, eur: number) => {
      const given = await store.nextPublications(
        new Map([
          ['UAH', uah],
          ['EUR', eur],
        ]),
      )
      return [given.get('UAH'), given.get('EUR')]
    }
    expect(await next(0, 100)).toEqual([0, 100])
    expect(await next(0, 7)).toEqual([1, 101])
    expect(await next(50, 102)).toEqual([50, 102])
    expect((await store.nextPublications(new Map())).size).toBe(0)
  })

  test('gives no number twice to many concurrent callers', async () => {
    const store = await open()
    const given = await Promise.all(Array.from({ length: 50 }, () => store.nextPublications(new Map([['UAH', 7]]))))
    expect(new Set(given.map((numbers) => numbers.get('UAH'))).size).toBe(50)
  })
}

export const collectorStateStoreRaces = (openTwo: OpenTwo<CollectorStateStore>) => {
  test('no number of a publication is given twice, on any server', async () => {
    const both = await openTwo()
    const given = await Promise.all(
      Array.from({ length: 40 }, (_, index) => (both[index % 2] ?? both[0]).nextPublications(new Map([['UAH', 7]]))),
    )
    expect(new Set(given.map((numbers) => numbers.get('UAH'))).size).toBe(40)
  })
}
