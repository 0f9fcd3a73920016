import { type Board, type ExchangeId, type Side, sides, type TrustedMarket } from '@p2p-rates/core'
import { boardKey } from '@p2p-rates/core/internal'
import { getOrCreate } from '../base/get-or-create.js'
import { isFresh } from '../market/market-snapshot.js'

export type DatedCentre = { readonly price: number; readonly atMonoMs: number }

export type CurrentBoard = {
  readonly board: Board
  readonly receivedMonoMs: number
  /** Centre of the board's own ads. Null before the board is judged. */
  readonly centre: DatedCentre | null
  readonly previous: DatedCentre | null
}

export type MarketName = { readonly exchange: ExchangeId; readonly fiat: string; readonly side: Side }

type RestoredCentres = Pick<CurrentBoard, 'centre' | 'previous'> & { readonly observedAtMs: number }

export type CurrentBoards = ReturnType<typeof createCurrentBoards>

/** The believed boards of each currency, and the centres that judging gave them. */
export function createCurrentBoards(exchanges: readonly ExchangeId[]) {
  const held = new Map<string, Map<string, CurrentBoard>>()
  /** Until the first board comes in. */
  const recalled = new Map<string, RestoredCentres>()

  const boardsOf = (fiat: string): Map<string, CurrentBoard> => getOrCreate(held, fiat, () => new Map())

  const placeOf = ({ board }: CurrentBoard): number => exchanges.indexOf(board.exchange) * 2 + sides.indexOf(board.side)

  const previousOf = (board: Board, before: CurrentBoard | undefined): DatedCentre | null => {
    if (before !== undefined) return before.centre ?? before.previous
    const known = recalled.get(keyOf(board))
    recalled.delete(keyOf(board))
    if (known === undefined) return null
    return known.observedAtMs === board.observedAtMs ? known.previous : (known.centre ?? known.previous)
  }

  return {
    put: (board: Board, receivedMonoMs: number): void => {
      const boards = boardsOf(board.fiat)
      const key = boardKey(board.exchange, board.side)
      const before = boards.get(key)
      if (before?.board === board) return
      boards.set(key, { board, receivedMonoMs, centre: null, previous: previousOf(board, before) })
    },
    remove: ({ exchange, fiat, side }: MarketName): void => void boardsOf(fiat).delete(boardKey(exchange, side)),
    fresh: (fiat: string, nowMonoMs: number): readonly CurrentBoard[] =>
      [...boardsOf(fiat).values()]
        .filter(({ receivedMonoMs }) => isFresh(receivedMonoMs, nowMonoMs))
        .sort((a, b) => placeOf(a) - placeOf(b)),
    get: ({ exchange, fiat, side }: MarketName): CurrentBoard | null =>
      boardsOf(fiat).get(boardKey(exchange, side)) ?? null,
    /** Records the judged centres, because judging the next boards may use them. */
    recordCentres: ({ fiat, boards }: TrustedMarket): void => {
      for (const { exchange, side, observedAtMs, ownCentre } of boards) {
        const known = boardsOf(fiat).get(boardKey(exchange, side))
        if (known === undefined || ownCentre === null || known.board.observedAtMs !== observedAtMs) continue
        const centre = { price: ownCentre, atMonoMs: known.receivedMonoMs }
        boardsOf(fiat).set(boardKey(exchange, side), { ...known, centre })
      }
    },
    restoreCentres: (market: MarketName, centres: RestoredCentres): void => void recalled.set(keyOf(market), centres),
  }
}

export const keyOf = ({ exchange, fiat, side }: MarketName): string => `${fiat} ${boardKey(exchange, side)}`
