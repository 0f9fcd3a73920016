import type { Ad } from '@p2p-rates/core'
import { railOf } from '@p2p-rates/core/internal'
import { atMost, type Check, crossingTargets } from './figure-checks.js'
import { type Accepted, judgedSnapshots, type Snapshot } from './judged-recordings.js'
import { share } from './statistics.js'

export const realCrossings = (dir: string) =>
  [...crossingTargets.keys()].flatMap((fiat) => {
    const snapshots = judgedSnapshots(dir, fiat)
    return snapshots === null ? [] : [crossingsOf(fiat, snapshots)]
  })

export type Crossings = ReturnType<typeof crossingsOf>

export const crossingChecks = (all: readonly Crossings[]): readonly Check[] =>
  all.map(({ fiat, ours }) => atMost(crossingTargets.get(fiat) ?? 0, 'share', `${fiat}: same-rail crossings`, ours))

/** Shares of snapshots with a bid above an ask on one payment method of one exchange. */
function crossingsOf(fiat: string, snapshots: readonly Snapshot[]) {
  const crossed = (method: keyof Snapshot, label: Label = asWritten) =>
    share(snapshots.filter((snapshot) => worstExcess(snapshot[method], label) > 0.002).length, snapshots.length)
  return {
    fiat,
    snapshots: snapshots.length,
    raw: crossed('raw'),
    usual: crossed('usual'),
    ours: crossed('ours'),
    /** The same with payment methods that move the same money taken as one. */
    oursOnRails: crossed('ours', (name) => railOf(name, { exchange: 'binance', fiat })),
    remaining: remainingMethods(snapshots),
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

/** Payment methods that still cross, the most frequent first, with the share of snapshots. */
const remainingMethods = (snapshots: readonly Snapshot[]) => {
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
