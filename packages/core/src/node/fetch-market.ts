import type { Board } from '../ad.js'
import { type ExchangeId, type Side, sides } from '../currencies-and-sides.js'
import type { BookReading } from './fetch-book.js'
import { faults } from './transport-faults.js'

export type MarketReading = {
  readonly fiat: string
  /** All that could be read; what `judgeMarket` takes. */
  readonly boards: readonly Board[]
  /** Results by exchange, in their order, BUY before SELL. */
  readonly outcomes: readonly { readonly exchange: ExchangeId; readonly side: Side; readonly reading: BookReading }[]
}

/** Read both sides of every exchange at once. Failures of one, even a bug in its adapter, do not affect the rest. */
export async function fetchMarket(
  exchanges: readonly ExchangeId[],
  fiat: string,
  fetchBook: (exchange: ExchangeId, side: Side) => Promise<BookReading>,
): Promise<MarketReading> {
  const outcomes = await Promise.all(
    exchanges.flatMap((exchange) =>
      sides.map(async (side) => ({
        exchange,
        side,
        reading: await fetchBook(exchange, side).catch(
          (): BookReading => ({ state: 'failed', fault: faults.brokenAdapter }),
        ),
      })),
    ),
  )
  const boards = outcomes.flatMap(({ reading }) => (reading.state === 'read' ? [reading.board] : []))
  return { fiat, boards, outcomes }
}
