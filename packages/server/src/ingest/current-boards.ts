import { type Board, boardKey, type ExchangeId, type Side, sides, type TrustedMarket } from '@p2p-rates/core'
import { isFresh } from '../market/market-snapshot.js'

/** Centre of a board's own ads, and when the server requested the board. */
export type DatedCentre = { readonly price: number; readonly atMonoMs: number }

export type CurrentBoard = {
  readonly board: Board
  /** When it was asked for. */
  readonly receivedMonoMs: number
  /** Centre of the board's own ads. Null before the board is judged. */
  readonly centre: DatedCentre | null
  readonly previous: DatedCentre | null
}

export type MarketName = { readonly exchange: ExchangeId; readonly fiat: string; readonly side: Side }

export type RestoredCentres = Pick<CurrentBoard, 'centre' | 'previous'> & { readonly observedAtMs: number }

export interface CurrentBoards {
  put(board: Board, receivedMonoMs: number): void
  remove(market: MarketName): void
  /** The fresh ones, in the order of answers. */
  fresh(fiat: string, nowMonoMs: number): readonly CurrentBoard[]
  get(market: MarketName): CurrentBoard | null
  /** Record the judged centres, because judging the next boards may use them. */
  recordCentres(market: TrustedMarket): void
  restoreCentres(market: MarketName, centres: RestoredCentres): void
}

export function createCurrentBoards(exchanges: readonly ExchangeId[]): CurrentBoards {
  const held = new Map<string, Map<string, CurrentBoard>>()
  /** Until the first board comes in. */
  const recalled = new Map<string, RestoredCentres>()

  const boardsOf = (fiat: string): Map<string, CurrentBoard> => {
    const boards = held.get(fiat) ?? new Map<string, CurrentBoard>()
    held.set(fiat, boards)
    return boards
  }

  const placeOf = ({ board }: CurrentBoard): number => exchanges.indexOf(board.exchange) * 2 + sides.indexOf(board.side)

  const previousOf = (board: Board, before: CurrentBoard | undefined): DatedCentre | null => {
    if (before !== undefined) return before.centre ?? before.previous
    const known = recalled.get(nameOf(board))
    recalled.delete(nameOf(board))
    if (known === undefined) return null
    return known.observedAtMs === board.observedAtMs ? known.previous : (known.centre ?? known.previous)
  }

  return {
    put: (board, receivedMonoMs) => {
      const boards = boardsOf(board.fiat)
      const key = boardKey(board.exchange, board.side)
      const before = boards.get(key)
      if (before?.board === board) return
      boards.set(key, { board, receivedMonoMs, centre: null, previous: previousOf(board, before) })
    },
    remove: ({ exchange, fiat, side }) => void boardsOf(fiat).delete(boardKey(exchange, side)),
    fresh: (fiat, nowMonoMs) =>
      [...boardsOf(fiat).values()]
        .filter(({ receivedMonoMs }) => isFresh(receivedMonoMs, nowMonoMs))
        .sort((a, b) => placeOf(a) - placeOf(b)),
    get: ({ exchange, fiat, side }) => boardsOf(fiat).get(boardKey(exchange, side)) ?? null,
    recordCentres: ({ fiat, boards }) => {
      for (const { exchange, side, observedAtMs, ownCentre } of boards) {
        const known = boardsOf(fiat).get(boardKey(exchange, side))
        if (known === undefined || ownCentre === null || known.board.observedAtMs !== observedAtMs) continue
        const centre = { price: ownCentre, atMonoMs: known.receivedMonoMs }
        boardsOf(fiat).set(boardKey(exchange, side), { ...known, centre })
      }
    },
    restoreCentres: (market, centres) => void recalled.set(nameOf(market), centres),
  }
}

const nameOf = ({ exchange, fiat, side }: MarketName): string => `${fiat} ${boardKey(exchange, side)}`
