import { expect, test } from 'vitest'
import type { SourceStore } from './source-store.js'
import { anHonestBoard } from './testing/scripted-exchanges.js'

const nowMs = Date.UTC(2026, 10, 21, 12)
const board = (exchange: string, atMs: number, ads = 3) =>
  anHonestBoard({ exchange, fiat: 'UAH', side: 'BUY', atMs }, { ads, facts: { nickname: '__proto__ \u202e 🙂' } })

/** What every implementation of the port promises. */
export const sourceStoreContract = (open: () => Promise<SourceStore>) => {
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
    await store.saveBoards([board('okx', nowMs), board('bybit', nowMs, 0)])
    await store.saveBoards([board('okx', nowMs + 1)])
    await store.saveBoards([])
    const boards = await store.boardsSince(nowMs)
    expect(boards).toHaveLength(2)
    expect(boards).toContainEqual(board('okx', nowMs + 1))
    expect(boards).toContainEqual(board('bybit', nowMs, 0))
  })

  test('leaves out what was observed before', async () => {
    const store = await open()
    await store.saveBoards([board('okx', nowMs), board('bybit', nowMs + 1)])
    expect((await store.boardsSince(nowMs + 1)).map(({ exchange }) => exchange)).toEqual(['bybit'])
  })
}
