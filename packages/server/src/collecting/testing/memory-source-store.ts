import type { Board } from '@p2p-rates/core'
import type { BackOff, SourceStore } from '../source-store.js'

/** Remembers while the test lasts. */
export const createMemorySourceStore = (): SourceStore => {
  const backOffs = new Map<string, BackOff>()
  const boards = new Map<string, Board>()
  return {
    saveBackOff: async (backOff) => void backOffs.set(backOff.exchange, backOff),
    clearBackOff: async (exchange) => void backOffs.delete(exchange),
    backOffs: async () => [...backOffs.values()],
    saveBoards: async (saved) => {
      for (const board of saved) boards.set(`${board.exchange} ${board.fiat} ${board.side}`, board)
    },
    boardsSince: async (observedAtMs) => [...boards.values()].filter((board) => board.observedAtMs >= observedAtMs),
  }
}
