import type { ExchangeRow } from './exchange-rows.js'

export type RowOrder = 'usual' | 'buy' | 'sell'

/** Ids in the order of rows: those with prices first, those that do not trade the currency last. */
export function rowOrder(rows: readonly ExchangeRow[], order: RowOrder): readonly string[] {
  const worth = ({ buy, sell }: ExchangeRow) =>
    order === 'buy' ? (buy ?? Number.MAX_VALUE) : order === 'sell' ? -(sell ?? -Number.MAX_VALUE) : 0
  return rows.toSorted((a, b) => groupOf(a) - groupOf(b) || worth(a) - worth(b)).map(({ exchange }) => exchange)
}

const groupOf = ({ state }: ExchangeRow): number => (state === 'live' ? 0 : state === 'unsupported' ? 2 : 1)

/** Rows in a given order. New exchanges come last, so that nothing moves. */
export const inOrder = (rows: readonly ExchangeRow[], ids: readonly string[]): readonly ExchangeRow[] =>
  rows.toSorted((a, b) => placeOf(ids, a.exchange) - placeOf(ids, b.exchange))

const placeOf = (ids: readonly string[], id: string): number => (ids.includes(id) ? ids.indexOf(id) : ids.length)
