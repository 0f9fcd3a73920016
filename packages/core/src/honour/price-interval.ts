import type { Ad } from '../ad.js'
import type { Execution } from '../book/execution.js'
import { type Amount, type Fill, fillPrice, toFill, toOffer } from '../book/fill-greedily.js'
import { maxFills } from '../book/plan-trades.js'
import { usableAds } from '../book/usable-ads.js'
import type { Side } from '../currencies-and-sides.js'
import type { TrustedBoard, TrustedMarket } from '../trust/judgement.js'
import { normalRules, type TrustRules } from '../trust/trust-rules.js'
import { type AdEvidence, adEvidence, frontFailureOf, honourOf, type IntervalBasis } from './honour.js'

export const intervalCoverage = 0.9

/** Why no interval is given: no ad, too few ads behind it, a market that is too doubtful, or an amount in parts. */
export const noIntervalReasons = ['no_price', 'too_few_ads', 'doubtful_market', 'several_trades'] as const
export type NoIntervalReason = (typeof noIntervalReasons)[number]

/**
 * The price at once, and the bounds of the price paid after trying ad by ad until one is honoured, in 9 of 10 cases.
 * The better bound is the price itself.
 */
export type PriceInterval = {
  readonly price: number | null
  /** Probability that the first trade succeeds at its price. */
  readonly firstHonoured: number | null
  readonly basis: IntervalBasis
} & (
  | { readonly low: number; readonly high: number; readonly reason: null }
  | { readonly low: null; readonly high: null; readonly reason: NoIntervalReason }
)

/** Interval of the best price of one side, for an amount that every eligible ad takes. */
export function bestPriceInterval(market: TrustedMarket, side: Side): PriceInterval {
  const tries = adTries(market, side)
  return intervalOf(
    { trades: [tries], price: tries[0]?.ad.price ?? null, average: ([price]) => price ?? 0 },
    market,
    side,
  )
}

/** Interval of a quote. If an ad of its plan fails, the trade goes to the next ad that takes it whole. */
export function quoteInterval(
  market: TrustedMarket,
  { side, amount }: { readonly side: Side; readonly amount: Amount },
  { fills, unfilled, averagePrice }: Execution,
  rules: TrustRules = normalRules,
): PriceInterval {
  if (unfilled !== null || fills.length > maxFills)
    return noInterval(fills.length === 0 ? 'no_price' : 'several_trades', averagePrice)
  const tries = triesOf(market, side, (board) => usableAds(board, rules))
  const taken = new Set(fills.map(({ ad }) => ad))
  const trades = fills.map((fill) => [
    ...tries.filter(({ ad }) => ad === fill.ad),
    ...tries.filter(({ ad }) => !taken.has(ad) && !isBetter(ad.price, fill.ad.price, side) && takes(ad, fill, amount)),
  ])
  const average = (prices: readonly number[]) => {
    const paid = fills.map((fill, at) =>
      toFill({ ...fill.ad, price: prices[at] ?? fill.ad.price }, sizeOf(fill, amount), amount.unit),
    )
    return fillPrice(paid) ?? 0
  }
  return intervalOf({ trades, price: averagePrice, average }, market, side)
}

export type Try = { readonly ad: Ad; readonly evidence: AdEvidence; readonly honour: number; readonly isFront: boolean }

/** The eligible ads of a side in the order in which a taker tries them. */
export const adTries = (market: TrustedMarket, side: Side): Try[] =>
  triesOf(market, side, (board) => board.ads.flatMap(({ eligible, ad }) => (eligible ? [ad] : [])))

/** Best price first. */
function triesOf(market: TrustedMarket, side: Side, adsOf: (board: TrustedBoard) => readonly Ad[]): Try[] {
  const evidenceOf = adEvidence(market, side)
  return market.boards
    .filter((board) => board.side === side)
    .flatMap((board) => {
      const wanted = new Set(adsOf(board))
      return board.ads
        .filter(({ ad }) => wanted.has(ad))
        .map((judged) => {
          const evidence = evidenceOf(board, judged)
          return { ad: judged.ad, evidence, honour: honourOf(evidence), isFront: evidence.distance > 0 }
        })
    })
    .sort((a, b) => (side === 'BUY' ? a.ad.price - b.ad.price : b.ad.price - a.ad.price))
}

const noInterval = (
  reason: NoIntervalReason,
  price: number | null,
  { firstHonoured = null, basis = 'simulation' }: Partial<Pick<PriceInterval, 'firstHonoured' | 'basis'>> = {},
): PriceInterval => ({ price, firstHonoured, basis, low: null, high: null, reason })

type Deal = {
  /** Ads to try, for each trade. */
  readonly trades: readonly (readonly Try[])[]
  readonly price: number | null
  readonly average: (prices: readonly number[]) => number
}

/** Probability of a failing front from which a bound would be a guess. */
const doubtful = 0.36

function intervalOf({ trades, price, average }: Deal, market: TrustedMarket, side: Side): PriceInterval {
  const [first] = trades[0] ?? []
  if (price === null || first === undefined) return noInterval('no_price', price)
  const { failing, basis } = frontFailureOf(market.confidence[side], market.frontRecord)
  const outcomes = [false, true].flatMap((frontFails) =>
    outcomesOf(trades, frontFails).map(({ prices, chance }) => ({
      price: average(prices),
      chance: chance * (frontFails ? failing : 1 - failing),
    })),
  )
  const firstHonoured = first.honour * (first.isFront ? 1 - failing : 1)
  const bound = failing > doubtful ? null : boundOf(outcomes, side)
  if (bound === null)
    return noInterval(failing > doubtful ? 'doubtful_market' : 'too_few_ads', price, { firstHonoured, basis })
  const [low, high] = side === 'BUY' ? [price, Math.max(price, bound)] : [Math.min(price, bound), price]
  return { price, firstHonoured, basis, low, high, reason: null }
}

function boundOf(outcomes: readonly { readonly price: number; readonly chance: number }[], side: Side): number | null {
  let covered = 0
  for (const { price, chance } of outcomes.toSorted((a, b) => (isBetter(a.price, b.price, side) ? -1 : 1))) {
    covered += chance
    if (covered >= intervalCoverage) return price
  }
  return null
}

type Outcome = { readonly prices: readonly number[]; readonly chance: number }

function outcomesOf(trades: readonly (readonly Try[])[], frontFails: boolean): Outcome[] {
  let outcomes: Outcome[] = [{ prices: [], chance: 1 }]
  for (const tries of trades) {
    const ends = firstHonoured(tries, frontFails)
    outcomes = outcomes.flatMap((before) =>
      ends.map(({ price, chance }) => ({ prices: [...before.prices, price], chance: before.chance * chance })),
    )
  }
  return outcomes
}

/** Later tries are too unlikely to move a bound. */
const leastChance = 0.001

function firstHonoured(tries: readonly Try[], frontFails: boolean): { price: number; chance: number }[] {
  const ends: { price: number; chance: number }[] = []
  let left = 1
  for (const { ad, honour, isFront } of tries) {
    if (left < leastChance) break
    if (frontFails && isFront) continue
    ends.push({ price: ad.price, chance: left * honour })
    left *= 1 - honour
  }
  return ends
}

const isBetter = (one: number, other: number, side: Side): boolean => (side === 'BUY' ? one < other : one > other)

const sizeOf = ({ fiat, usdt }: Fill, { unit }: Amount): number => (unit === 'fiat' ? fiat : usdt)

function takes(ad: Ad, fill: Fill, amount: Amount): boolean {
  const { min, max } = toOffer(ad, amount.unit)
  const size = sizeOf(fill, amount)
  return min <= size && size <= max
}
