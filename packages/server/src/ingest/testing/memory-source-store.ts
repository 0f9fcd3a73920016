import type { Board } from '@p2p-rates/core'
import type { BackOff, BoardMemory, CollectorStateStore } from '../collector-state-store.js'

export const createMemorySourceStore = (): CollectorStateStore => {
  const backOffs = new Map<string, BackOff>()
  const boards = new Map<string, Board>()
  const memories = new Map<string, BoardMemory>()
  const publications = new Map<string, number>()
  return {
    saveBackOff: async (backOff) => void backOffs.set(backOff.exchange, backOff),
    clearBackOff: async (exchange) => void backOffs.delete(exchange),
    backOffs: async () => [...backOffs.values()],
    saveBoards: async (saved, known) => {
      for (const board of saved) boards.set(nameOf(board), board)
      for (const memory of known) memories.set(nameOf(memory), memory)
    },
    boardsSince: async (observedAtMs) => [...boards.values()].filter((board) => board.observedAtMs >= observedAtMs),
    memoriesSince: async (observedAtMs) =>
      [...memories.values()].filter((memory) => memory.observedAtMs >= observedAtMs),
    nextPublications: async (atLeast) => {
      const given = [...atLeast].map(
        ([fiat, least]) => [fiat, Math.max(least, (publications.get(fiat) ?? -1) + 1)] as const,
      )
      for (const [fiat, publication] of given) publications.set(fiat, publication)
      return new Map(given)
    },
  }
}

const nameOf = ({ exchange, fiat, side }: Pick<Board, 'exchange' | 'fiat' | 'side'>): string =>
  `${exchange} ${fiat} ${side}`
