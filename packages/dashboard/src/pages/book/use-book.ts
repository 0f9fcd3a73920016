import type { OrderbookQuery } from '@p2p-rates/contract'
import { useRef, useState } from 'preact/hooks'
import { type Asked, useAnswer } from '../../ask/use-answer.js'
import { type Narrowed, narrowing } from '../../quote/narrowed.js'
import { keptOrder, type Row, rowsOf } from './kept-order.js'
import { type KnownAd, knownAd } from './known-ad.js'

/** As many as any plan shows. A server lowers it to what the reader's plan allows. */
export const mostRows = 50

export type BookView = Narrowed & {
  readonly fiat: string
  readonly exchange: string
  readonly side: 'buy' | 'sell'
  readonly method: string
  readonly trusted: boolean
}

export type Book = Omit<Asked<unknown>, 'answer'> & {
  /** `null` before the first answer. */
  readonly rows: readonly Row[] | null
  /** Ads that are not among the rows yet. */
  readonly come: number
  /** All ads of the newest answer. */
  readonly ads: readonly KnownAd[]
  /** Puts the newest ads in their own order. */
  readonly putInOrder: () => void
}

/** The ads of a view, asked anew with each version, kept in the order in which the reader first saw them. */
export function useBook(view: BookView, version: number): Book {
  const { answer, isOld, error, again } = useAnswer('GET /orderbook', questionOf(view), { version })
  const [, draw] = useState({})
  const kept = useRef<Kept | null>(null)

  if (answer !== null && kept.current?.answer !== answer) {
    const ads = answer.ads.map(knownAd)
    const before = kept.current
    const isSame = before !== null && JSON.stringify(before.view) === JSON.stringify(view) && !isOld
    const next = isSame ? keptOrder(before.rows, ads) : { rows: rowsOf(ads), come: 0 }
    kept.current = { answer, ads, view, ...next }
  }

  function putInOrder(): void {
    if (kept.current !== null) kept.current = { ...kept.current, rows: rowsOf(kept.current.ads), come: 0 }
    draw({})
  }

  const { rows = null, come = 0, ads = [] } = (answer === null ? null : kept.current) ?? {}
  return { rows, come, ads, isOld, error, again, putInOrder }
}

type Kept = {
  readonly answer: unknown
  readonly view: BookView
  readonly ads: readonly KnownAd[]
  readonly rows: readonly Row[]
  readonly come: number
}

export const questionOf = ({ fiat, exchange, side, method, trusted, ...narrowed }: BookView) =>
  ({
    fiat: fiat as NonNullable<OrderbookQuery['fiat']>,
    exchange,
    side: side === 'buy' ? 'BUY' : 'SELL',
    rows: mostRows,
    include: 'trust',
    ...(trusted && { trusted: true }),
    ...narrowing(method, narrowed),
  }) satisfies OrderbookQuery
