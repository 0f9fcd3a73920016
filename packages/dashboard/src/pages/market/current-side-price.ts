import type { History, Rates, SmallestTrade } from '@p2p-rates/contract'
import type { ApiError } from '../../api/api-error.js'
import { freshForSeconds } from '../../formats/durations.js'

export type Side = 'buy' | 'sell'

export type CurrentSidePrice =
  | { readonly state: 'loading' }
  | {
      readonly state: 'live'
      readonly price: number
      readonly exchange: string
      readonly ads: number
      readonly atMs: number
    }
  /** The last one that was seen. Nobody should trade on it. */
  | { readonly state: 'stale'; readonly price: number; readonly exchange: string | null; readonly atMs: number }
  /** There is none; `least` where all ads ask for more than a usual amount. */
  | { readonly state: 'none'; readonly least: SmallestTrade | null }

export type KnownPrices = {
  readonly rates: Rates | null
  readonly error: ApiError | null
  readonly history: Pick<History, 'points'> | null
  readonly nowMs: number
}

/** A side from the newest prices, else from the newest point of the past, else why there is none. */
export function currentSidePrice(side: Side, { rates, error, history, nowMs }: KnownPrices): CurrentSidePrice {
  const least = error?.detail.smallest_trade?.[side] ?? null
  // Without both sides there are no rates, but the past goes on with the side that is left.
  if (error?.code === 'data_unavailable') return fromPast(side, history, nowMs) ?? { state: 'none', least }
  if (rates === null)
    return error === null ? { state: 'loading' } : (fromPast(side, history, nowMs) ?? { state: 'none', least })

  const { price, exchange } = rates[`best_${side}`]
  const atMs = Date.parse(rates.updated_at)
  if (isOld(atMs, nowMs)) return { state: 'stale', price, exchange, atMs }
  const ads = rates.exchanges.find((one) => one.exchange === exchange)?.[`${side}_ads`] ?? 0
  return { state: 'live', price, exchange, ads, atMs }
}

function fromPast(side: Side, history: KnownPrices['history'], nowMs: number): CurrentSidePrice | null {
  const point = history?.points.findLast((one) => one[side] !== null)
  const price = point?.[side] ?? null
  if (point === undefined || price === null) return null
  // A point stands for the five minutes that begin with it.
  const atMs = Math.min(nowMs, Date.parse(point.t) + 300_000)
  return { state: 'stale', price, exchange: null, atMs }
}

const isOld = (atMs: number, nowMs: number): boolean => nowMs - atMs > freshForSeconds * 1000
