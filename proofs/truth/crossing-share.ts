import type { Ad } from '@p2p-rates/core'
import { railOf } from '@p2p-rates/core/internal'
import { atMost, type Check, crossingTargets } from './figure-checks.js'
import { type Accepted, judgedSnapshots, type Snapshot } from './judged-recordings.js'
import { quantile, share } from './statistics.js'

/** Share of snapshots with a bid above an ask on one payment method of one exchange. */
export type Crossings = {
  readonly fiat: string
  readonly snapshots: number
  readonly raw: number
  readonly usual: number
  readonly ours: number
  /** The same with payment methods that move the same money taken as one. */
  readonly oursOnRails: number
  readonly medianExcessBps: number
  /** Payment methods that still cross, the most frequent first, with the share of snapshots. */
  readonly remaining: readonly { readonly method: string; readonly share: number }[]
  readonly meanJumpBps: { readonly raw: number; readonly ours: number }
}

export const realCrossings = (dir: string): readonly Crossings[] =>
  [...crossingTargets.keys()].flatMap((fiat) => {
    const snapshots = judgedSnapshots(dir, fiat)
    return snapshots === null ? [] : [crossingsOf(fiat, snapshots)]
  })

export const crossingChecks = (all: readonly Crossings[]): readonly Check[] =>
  all.map(({ fiat, ours }) => atMost(crossingTargets.get(fiat) ?? 0, 'share', `${fiat}: same-rail crossings`, ours))

const crossingsOf = (fiat: string, snapshots: readonly Snapshot[]): Crossings => {
  const crossed = (accepted: (snapshot: Snapshot) => Accepted, label: Label) =>
    share(snapshots.filter((snapshot) => worstExcess(accepted(snapshot), label) > 0.002).length, snapshots.length)
  const excess = snapshots.map(({ ours }) => worstExcess(ours, asWritten)).filter((value) => value > 0.002)
  return {
    fiat,
    snapshots: snapshots.length,
    raw: crossed(({ raw }) => raw, asWritten),
    usual: crossed(({ usual }) => usual, asWritten),
    ours: crossed(({ ours }) => ours, asWritten),
    oursOnRails: crossed(
      ({ ours }) => ours,
      (name) => railOf(name, { exchange: 'binance', fiat }),
    ),
    medianExcessBps: 10_000 * (quantile(excess, 0.5) ?? 0),
    remaining: remainingMethods(snapshots),
    meanJumpBps: {
      raw: meanJumpBps(snapshots.map(({ raw }) => raw)),
      ours: meanJumpBps(snapshots.map(({ ours }) => ours)),
    },
  }
}

type Label = (paymentMethod: string) => string
const asWritten: Label = (paymentMethod) => paymentMethod

const worstExcess = (accepted: Accepted, label: Label): number => Math.max(0, ...excesses(accepted, label).values())

/** By payment method: how far the best bid stands above the best ask, as a fraction; negative without a crossing. */
const excesses = ({ BUY, SELL }: Accepted, label: Label): ReadonlyMap<string, number> => {
  const asks = best(BUY, label, Math.min)
  const bids = best(SELL, label, Math.max)
  return new Map(
    [...bids].flatMap(([method, bid]) => {
      const ask = asks.get(method)
      return ask === undefined ? [] : [[method, bid / ask - 1]]
    }),
  )
}

const best = (ads: readonly Ad[], label: Label, better: (one: number, other: number) => number) => {
  const prices = new Map<string, number>()
  for (const ad of ads) {
    for (const method of ad.paymentMethods.map(label))
      prices.set(method, better(prices.get(method) ?? ad.price, ad.price))
  }
  return prices
}

const remainingMethods = (snapshots: readonly Snapshot[]): Crossings['remaining'] => {
  const counts = new Map<string, number>()
  for (const { ours } of snapshots) {
    for (const [method, excess] of excesses(ours, asWritten)) {
      if (excess > 0.002) counts.set(method, (counts.get(method) ?? 0) + 1)
    }
  }
  return [...counts]
    .map(([method, count]) => ({ method, share: share(count, snapshots.length) }))
    .sort((one, other) => other.share - one.share)
    .slice(0, 8)
}

const meanJumpBps = (series: readonly Accepted[]): number => {
  const prices = series.map(({ BUY }) => Math.min(...BUY.map(({ price }) => price))).filter(Number.isFinite)
  const jumps = prices.slice(1).map((price, at) => Math.abs(Math.log(price / (prices[at] ?? price))))
  return (
    10_000 *
    share(
      jumps.reduce((sum, jump) => sum + jump, 0),
      jumps.length,
    )
  )
}
