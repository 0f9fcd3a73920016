import type { ExchangeId, Side } from '../currencies-and-sides.js'
import { median } from '../stats/median.js'
import { isLate } from '../trust/board-context.js'
import type { TrustedMarket } from '../trust/judgement.js'
import { normalRules, type TrustRules } from '../trust/trust-rules.js'
import { type Leg, legsOf, roundTrips } from './round-trips.js'

/** Two exchanges between which amounts near `sizeUsdt` have earned since `sinceMs`, without an observed break. */
export type ProfitablePair = {
  readonly buyExchange: ExchangeId
  readonly sellExchange: ExchangeId
  /** One of `bandSizesUsdt`. */
  readonly sizeUsdt: number
  readonly sinceMs: number
  readonly seenMs: number
}

type Pair = Pick<ProfitablePair, 'buyExchange' | 'sellExchange'>

/** USDT amounts at which each pair is tested for profit. A user's amount takes the nearest one by ratio. */
export const bandSizesUsdt = [50, 250, 1_000, 5_000] as const

/** Usual transfer fee. A trip on one exchange pays none. */
const usualFeeUsdt = 1

/** An exchange may be silent for 30 minutes before the profitable period of its pairs ends. */
const silenceMs = 30 * 60_000

/** The pairs that pay now, and those of which it is not known. Who paid before keeps the instant from which. */
export function profitablePairs(
  market: TrustedMarket,
  before: readonly ProfitablePair[],
  nowMs: number,
  rules: TrustRules = normalRules,
): readonly ProfitablePair[] {
  // Drop entries from the future: the clock was set back after they were recorded.
  const known = new Map(
    before
      .filter(({ seenMs }) => seenMs <= nowMs && nowMs - seenMs <= silenceMs)
      .map((pair) => [nameOf(pair, pair.sizeUsdt), pair]),
  )
  const price = median(market.boards.flatMap(({ consensus }) => (consensus === null ? [] : [consensus.price])))
  const legs = price === null ? [] : legsOf(market, rules)
  const paying = bandSizesUsdt.flatMap((sizeUsdt) =>
    earningTrips(legs, sizeUsdt * (price ?? 0)).map(({ buyExchange, sellExchange }): ProfitablePair => {
      const { sinceMs = nowMs } = known.get(nameOf({ buyExchange, sellExchange }, sizeUsdt)) ?? {}
      return { buyExchange, sellExchange, sizeUsdt, sinceMs, seenMs: nowMs }
    }),
  )
  return [...paying, ...[...known.values()].filter((pair) => !isInSight(market, pair))]
}

export const profitableSince = (pairs: readonly ProfitablePair[], trip: Pair, amountUsdt: number): number | null =>
  pairs.find((pair) => nameOf(pair, pair.sizeUsdt) === nameOf(trip, bandSizeOf(amountUsdt)))?.sinceMs ?? null

function bandSizeOf(amountUsdt: number): number {
  const farFrom = (size: number): number => Math.abs(Math.log(size / amountUsdt))
  return bandSizesUsdt.reduce<number>((near, size) => (farFrom(size) < farFrom(near) ? size : near), bandSizesUsdt[0])
}

function earningTrips(legs: readonly Leg[], amountFiat: number): readonly Pair[] {
  const trips = [
    ...roundTrips(legs, { amountFiat, feeUsdt: usualFeeUsdt }, (buying, selling) => buying !== selling),
    ...roundTrips(legs, { amountFiat, feeUsdt: 0 }, (buying, selling) => buying === selling),
  ]
  return trips.filter(({ netProfit }) => netProfit > 0)
}

function isInSight({ boards }: TrustedMarket, { buyExchange, sellExchange }: Pair): boolean {
  const has = (exchange: ExchangeId, side: Side) =>
    boards.some((board) => board.exchange === exchange && board.side === side && !isLate(board, boards))
  return has(buyExchange, 'BUY') && has(sellExchange, 'SELL')
}

const nameOf = ({ buyExchange, sellExchange }: Pair, sizeUsdt: number): string =>
  `${buyExchange} ${sellExchange} ${sizeUsdt}`
