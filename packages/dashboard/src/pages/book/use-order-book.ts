import type { OrderbookCounts, OrderbookQuery } from '@p2p-rates/contract'
import { useRef, useState } from 'preact/hooks'
import { type QueryState, useQuery } from '../../api/use-query.js'
import { type AdWithTrust, joinedAds } from './ad-with-trust.js'
import type { BookState } from './route.js'
import { type Row, rowsOf, stableRowOrder } from './stable-row-order.js'

/** Highest row limit of any plan. The server lowers it to the limit of the user's plan. */
export const mostRows = 50

export type Book = Omit<QueryState<unknown>, 'answer'> & {
  /** `null` before the first answer. */
  readonly rows: readonly Row[] | null
  readonly newAds: number
  readonly ads: readonly AdWithTrust[]
  /** Numbers of all ads that match, listed or not. */
  readonly counts: OrderbookCounts | null
  /** Amount of the question that the ads answer. */
  readonly amount: string
  readonly resort: () => void
}

/** Lists the best ads and, apart, the best trusted ones, so that bait does not use up the rows of a plan. */
export function useOrderBook(view: BookState, version: number): Book {
  const listed = useQuery('GET /orderbook', toOrderbookQuery(view), { version })
  const trusted = useQuery('GET /orderbook', view.trusted ? null : toOrderbookQuery({ ...view, trusted: true }), {
    version,
  })
  const isOld = listed.isOld || trusted.isOld
  const [, draw] = useState({})
  const shownBook = useRef<ShownBook | null>(null)

  const before = shownBook.current
  const isNews = before?.answers[0] !== listed.answer || before?.answers[1] !== trusted.answer
  if (listed.answer !== null && isNews && !isOld) {
    const ads = joinedAds(listed.answer.ads, trusted.answer?.ads ?? null, view.side)
    const question = JSON.stringify([view, trusted.answer !== null])
    const rows = before?.question === question ? stableRowOrder(before.rows, ads) : { rows: rowsOf(ads), newAds: 0 }
    const { counts = null } = listed.answer
    shownBook.current = {
      answers: [listed.answer, trusted.answer],
      question,
      ads,
      counts,
      amount: view.amount,
      ...rows,
    }
  }

  function resort(): void {
    if (shownBook.current !== null)
      shownBook.current = { ...shownBook.current, rows: rowsOf(shownBook.current.ads), newAds: 0 }
    draw({})
  }

  const { error, refetch } = listed
  const nothing = { rows: null, newAds: 0, ads: [], counts: null, amount: view.amount }
  return { ...((listed.answer && shownBook.current) ?? nothing), isOld, error, refetch, resort }
}

type ShownBook = Pick<Book, 'ads' | 'newAds' | 'counts' | 'amount'> & {
  readonly answers: readonly unknown[]
  readonly question: string
  readonly rows: readonly Row[]
}

export const toOrderbookQuery = ({ fiat, exchange, side, method, amount, trusted, ...narrowed }: BookState) =>
  ({
    fiat,
    exchange,
    side: side === 'buy' ? 'BUY' : 'SELL',
    rows: mostRows,
    include: ['trust', 'counts'],
    ...(amount !== '' && { amount: Number(amount) }),
    ...(trusted && { trusted: true }),
    ...filtersQuery(method, narrowed),
  }) satisfies OrderbookQuery

/** Filters on ads, in addition to one payment method. Empty means no filter. */
type AppliedFilters = Pick<BookState, 'merchants' | 'also' | 'without' | 'orders' | 'completion'>

export function filtersQuery(method: string, { merchants, also, without, orders, completion }: AppliedFilters) {
  const methods = [method, also].filter((names) => names !== '').join(',')
  return {
    ...(methods !== '' && { payment_method: methods }),
    ...(without !== '' && { exclude_method: without }),
    ...(merchants && { merchant: true }),
    ...(orders !== '' && { min_orders: Number(orders) }),
    ...(completion !== '' && { min_completion_pct: Number(completion) }),
  }
}

export const noFilters: AppliedFilters = { merchants: false, also: '', without: '', orders: '', completion: '' }
