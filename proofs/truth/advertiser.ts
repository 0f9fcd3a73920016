import type { Side } from '@p2p-rates/core'
import type { Random } from '@p2p-rates/core/internal'
import type { BaitFields } from '@p2p-rates/simulator/testing'
import { type Row, readRecording } from './recorded-market-data.js'
import { beta } from './statistics.js'

export type Advertiser = BaitFields & { readonly positivePct: number | null }

export type DrawAdvertiser = (random: Random, side: Side) => Advertiser

/** Honest advertisers without any recording at hand: a model whose figures were fitted to two real markets. */
export const modelledAdvertiser: DrawAdvertiser = (random, side) => {
  const merchant = random.chance(merchantShare[side])
  const model = merchant ? merchants : users
  const orders = Math.round(quantile(model.orders, random.next()))
  const wealth = random.next()
  const stockUsdt = quantile(model.stockUsdt, wealth)
  const maxUsdt = Math.min(stockUsdt, 18_000) * random.between(0.85, 1)
  // Half of the advertisers scale their minimum with their stock; the correlation on real boards is about one half.
  const minUsdt = quantile(model.minUsdt, random.chance(0.5) ? wealth : random.next())
  return {
    orders,
    completionPct: completion(random, orders, model.completion),
    positivePct: 100 * quantile(model.positive, random.next()),
    merchant,
    stockUsdt,
    minUsdt: Math.min(minUsdt, maxUsdt),
    maxUsdt,
    idleMinutes: quantile(model.idleMinutes, random.next()),
  }
}

/** Beta-binomial: each has a true rate, and the shown rate is what the orders made of it. */
const completion = (random: Random, orders: number, { mean, strength }: { mean: number; strength: number }) => {
  if (orders === 0) return null
  const rate = beta(random, mean * strength, (1 - mean) * strength)
  const luck =
    orders < 100 ? successes(random, orders, rate) : rate + random.normal() * Math.sqrt((rate * (1 - rate)) / orders)
  return Math.round(1000 * Math.min(1, Math.max(0, luck))) / 10
}

const successes = (random: Random, trials: number, rate: number): number => {
  let count = 0
  for (let trial = 0; trial < trials; trial += 1) if (random.chance(rate)) count += 1
  return count / trials
}

/** Values at the 0, 5, 25, 50, 75, 95 and 100 % points, straight lines between them. */
type Quantiles = readonly [number, number, number, number, number, number, number]

const quantile = (values: Quantiles, share: number): number => {
  const above = Math.max(
    1,
    shares.findIndex((point) => share < point),
  )
  const [left = 0, right = 1] = [shares[above - 1], shares[above]]
  const [low = 0, high = 0] = [values[above - 1], values[above]]
  return low + ((high - low) * (share - left)) / (right - left)
}

const shares = [0, 0.05, 0.25, 0.5, 0.75, 0.95, 1] as const

const merchantShare: Record<Side, number> = { BUY: 0.47, SELL: 0.33 }

const merchants = {
  orders: [5, 80, 400, 1100, 2500, 5700, 15000],
  completion: { mean: 0.98, strength: 20 },
  positive: [0.95, 0.984, 0.994, 0.998, 0.9996, 1, 1],
  stockUsdt: [12, 80, 350, 1200, 6000, 40000, 80000],
  minUsdt: [3, 9.7, 25, 86, 350, 880, 3500],
  idleMinutes: [0, 0, 0.1, 0.6, 6, 200, 600],
} as const satisfies Record<string, unknown>

const users = {
  orders: [1, 7, 28, 65, 145, 430, 2500],
  completion: { mean: 0.96, strength: 25 },
  positive: [0.7, 0.965, 0.992, 1, 1, 1, 1],
  stockUsdt: [5, 18, 90, 240, 560, 3000, 25000],
  minUsdt: [4.6, 5.5, 9.8, 20, 95, 480, 4000],
  idleMinutes: [0, 0.05, 0.6, 5, 60, 500, 5000],
} as const satisfies Record<string, unknown>

/** Honest advertisers drawn whole from a recording with every field; `null` when the recording is not there. */
export const drawFromRecording = (dir: string): DrawAdvertiser | null => {
  const rows = readRecording(dir, 'binance_BOB_USDZinli_2026-07_08_3h_full_fields.csv.gz')
  if (rows === null) return null
  const pools = { BUY: distinct(rows, 'BUY'), SELL: distinct(rows, 'SELL') }
  return (random, side) => random.pick(pools[side])
}

/** One vote for every advertiser of a market: their last ad that could be taken. */
const distinct = (rows: readonly Row[], side: Side): readonly Advertiser[] => {
  const last = new Map<string, Advertiser>()
  for (const row of rows) {
    const open = row('promoted') !== '1' && row('taker_kyc_required') !== '1'
    if (row('side') === side && open) last.set(`${row('market')} ${row('advertiser')}`, advertiser(row))
  }
  return [...last.values()]
}

const advertiser = (row: Row): Advertiser => {
  const price = Number(row('price'))
  return {
    orders: Number(row('month_orders')),
    completionPct: percent(row('month_completion_rate')),
    positivePct: percent(row('positive_rate')),
    merchant: row('user_type') === 'merchant',
    stockUsdt: Number(row('tradable_usdt')),
    minUsdt: Number(row('min_amount')) / price,
    maxUsdt: Math.min(Number(row('max_amount')), Number(row('max_amount_dynamic'))) / price,
    idleMinutes: row('active_seconds_ago') === '' ? null : Number(row('active_seconds_ago')) / 60,
  }
}

const percent = (share: string): number | null => (share === '' ? null : 100 * Number(share))
