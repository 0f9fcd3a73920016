import type { OrderbookQuery } from '@p2p-rates/contract'
import { useRef, useState } from 'preact/hooks'
import { type QueryState, useQuery } from '../../api/use-query.js'
import { type AdWithTrust, toAdWithTrust } from './ad-with-trust.js'
import { type AppliedFilters, filtersQuery } from './applied-filters.js'
import { type Row, rowsOf, stableRowOrder } from './stable-row-order.js'

/** Highest row limit of any plan. The server lowers it to the limit of the user's plan. */
export const mostRows = 50

export type BookView = AppliedFilters & {
  readonly fiat: string
  readonly exchange: string
  readonly side: 'buy' | 'sell'
  readonly method: string
  readonly trusted: boolean
}

export type Book = Omit<QueryState<unknown>, 'answer'> & {
  /** `null` before the first answer. */
  readonly rows: readonly Row[] | null
  readonly newAds: number
  readonly ads: readonly AdWithTrust[]
  readonly resort: () => void
}

export function useOrderBook(view: BookView, version: number): Book {
  const { answer, isOld, error, refetch } = useQuery('GET /orderbook', toOrderbookQuery(view), { version })
  const [, draw] = useState({})
  const shownBook = useRef<ShownBook | null>(null)

  if (answer !== null && shownBook.current?.answer !== answer) {
    const ads = answer.ads.map(toAdWithTrust)
    const before = shownBook.current
    const isSame = before !== null && JSON.stringify(before.view) === JSON.stringify(view) && !isOld
    const next = isSame ? stableRowOrder(before.rows, ads) : { rows: rowsOf(ads), newAds: 0 }
    shownBook.current = { answer, ads, view, ...next }
  }

  function resort(): void {
    if (shownBook.current !== null)
      shownBook.current = { ...shownBook.current, rows: rowsOf(shownBook.current.ads), newAds: 0 }
    draw({})
  }

  const { rows = null, newAds = 0, ads = [] } = (answer === null ? null : shownBook.current) ?? {}
  return { rows, newAds, ads, isOld, error, refetch, resort }
}

type ShownBook = {
  readonly answer: unknown
  readonly view: BookView
  readonly ads: readonly AdWithTrust[]
  readonly rows: readonly Row[]
  readonly newAds: number
}

export const toOrderbookQuery = ({ fiat, exchange, side, method, trusted, ...narrowed }: BookView) =>
  ({
    fiat: fiat as NonNullable<OrderbookQuery['fiat']>,
    exchange,
    side: side === 'buy' ? 'BUY' : 'SELL',
    rows: mostRows,
    include: 'trust',
    ...(trusted && { trusted: true }),
    ...filtersQuery(method, narrowed),
  }) satisfies OrderbookQuery
