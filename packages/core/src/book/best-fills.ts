import type { Ad } from '../ad.js'
import type { Side } from '../currencies-and-sides.js'
import { type Amount, exactly, type Fill, type Offer, toFill, toOffer } from './fill-greedily.js'

export type PlanKind = { readonly trades: number; readonly exchanges: number }

/** The fills of a plan and their worth: what the caller gets in the other currency, or what the caller pays as a negative number. */
export type Found = { readonly fills: readonly Fill[]; readonly worth: number }

export type BestFills = (kind: PlanKind, above: number) => Found | null

/**
 * Maximum number of search steps for one kind of plan, about 0.1 ms. Exchanges control the ads; 600 ordinary ads need
 * fewer than 4,000 steps. At the limit, the best set found is used.
 */
const maxTrials = 10_000

/**
 * Searches all ads for exactly this amount. A set of ads has one best split: each ad gets its minimum, the best prices
 * get the rest.
 *
 * @param ads best price for the caller first
 */
export function searchFills(ads: readonly Ad[], side: Side, { unit, value }: Amount): BestFills {
  const offers = pricedOffers(ads, side, { unit, value })
  const search: Search = { offers, largest: largestFrom(offers), value, trials: 0, set: [], best: [], bar: 0 }
  return (kind, above) => {
    search.set = []
    search.best = []
    search.bar = above
    search.trials = 0
    extend(search, kind, { from: 0, exchanges: 0, min: 0, filled: 0, worth: 0 })
    if (search.best.length === 0) return null
    return { fills: split(search.best, value).map(({ ad, size }) => toFill(ad, size, unit)), worth: search.bar }
  }
}

type Priced = Offer & { readonly worth: number }

function pricedOffers(ads: readonly Ad[], side: Side, { unit, value }: Amount): readonly Priced[] {
  const sign = (side === 'BUY') === (unit === 'fiat') ? 1 : -1
  const offers: Priced[] = []
  if (!(value > 0)) return offers
  for (const ad of ads) {
    const { min, max } = toOffer(ad, unit)
    if (min <= max && min <= value * exactly)
      offers.push({ ad, min, max, worth: sign * (unit === 'fiat' ? 1 / ad.price : ad.price) })
  }
  return offers
}

type Search = {
  readonly offers: readonly Priced[]
  /** The largest maximum from each place on. */
  readonly largest: readonly number[]
  readonly value: number
  trials: number
  set: Priced[]
  best: readonly Priced[]
  bar: number
}

type Partial = {
  readonly from: number
  readonly exchanges: number
  readonly min: number
  readonly filled: number
  readonly worth: number
}

function extend(search: Search, kind: PlanKind, so: Partial): void {
  const { offers, largest, value, set } = search
  const more = kind.trades - set.length - 1
  for (let place = so.from; place < offers.length; place++) {
    search.trials += 1
    if (search.trials > maxTrials) return
    const offer = offers[place] as Priced
    const rest = value - so.filled
    // No set with this ad or a later one is worth more than the rest at this price.
    if (!isMore(so.worth + rest * offer.worth, search.bar)) return
    if (rest - offer.max - more * (largest[place + 1] ?? 0) > value * 1e-12) continue
    if (so.min + offer.min > value * exactly) continue
    const isNew = !set.some(({ ad }) => ad.exchange === offer.ad.exchange)
    const exchanges = so.exchanges + (isNew ? 1 : 0)
    if (exchanges > kind.exchanges || exchanges + more < kind.exchanges) continue
    set.push(offer)
    if (more === 0) judge(search)
    else {
      const taken = Math.min(rest, offer.max)
      const worth = so.worth + taken * offer.worth
      extend(search, kind, { from: place + 1, exchanges, min: so.min + offer.min, filled: so.filled + taken, worth })
    }
    set.pop()
  }
}

function judge(search: Search): void {
  const worth = worthOf(search.set, search.value)
  if (worth === null || !isMore(worth, search.bar)) return
  search.best = [...search.set]
  search.bar = worth
}

/** Rounding noise must not prefer three trades to one. */
const isMore = (worth: number, bar: number): boolean =>
  bar === Number.NEGATIVE_INFINITY || worth > bar + Math.abs(bar) * 1e-12

/** Part of the amount that is left after the minimum of each ad. */
function restAbove(set: readonly Priced[], value: number): number {
  let rest = value
  for (const { min } of set) rest -= min
  return Math.max(0, rest)
}

function worthOf(set: readonly Priced[], value: number): number | null {
  let rest = restAbove(set, value)
  let sum = 0
  for (const { min, max, worth } of set) {
    const more = Math.min(rest, max - min)
    rest -= more
    sum += (min + more) * worth
  }
  return rest <= value * 1e-12 ? sum : null
}

function split(set: readonly Priced[], value: number): { readonly ad: Ad; readonly size: number }[] {
  let rest = restAbove(set, value)
  return set.map(({ ad, min, max }) => {
    const more = Math.min(rest, max - min)
    rest -= more
    return { ad, size: min + more }
  })
}

function largestFrom(offers: readonly Offer[]): readonly number[] {
  const largest: number[] = new Array(offers.length).fill(0)
  for (let place = offers.length - 1, most = 0; place >= 0; place--) {
    most = Math.max(most, offers[place]?.max ?? 0)
    largest[place] = most
  }
  return largest
}
