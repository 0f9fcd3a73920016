import { boardKey } from '@p2p-rates/core/internal'
import { deliversUsually, hasArbitrage, type PricingMethod, priceErrors, trueBest } from './price-errors.js'
import type { MarketClass, SimulatedMarket } from './simulated-market.js'
import { quantile, share, sum } from './statistics.js'

export const createScoreCard = (method: PricingMethod, { lieBps }: Pick<MarketClass, 'lieBps'>) => {
  const errors: number[] = []
  let [boards, lies, nulls] = [0, 0, 0]
  let [accepted, acceptedHonest, honest, honestAccepted] = [0, 0, 0, 0]
  let [markets, falseArbitrage, trueArbitrage, missedArbitrage] = [0, 0, 0, 0]

  const add = (market: SimulatedMarket) => {
    const quotes = method.quote(market)
    const truth = trueBest(market)

    for (const { bps } of priceErrors(quotes, market)) {
      boards += 1
      if (bps === null) nulls += 1
      else errors.push(bps)
      if (bps !== null && bps > lieBps) lies += 1
    }
    for (const { exchange, side, ads } of market.boards) {
      const believes = new Set(quotes.get(boardKey(exchange, side))?.accepted)
      for (const ad of ads) {
        const isHonest = market.truth.get(ad)?.honest === true
        if (believes.has(ad)) accepted += 1
        if (believes.has(ad) && isHonest) acceptedHonest += 1
        if (isHonest && deliversUsually(ad)) honest += 1
        if (isHonest && deliversUsually(ad) && believes.has(ad)) honestAccepted += 1
      }
    }

    const exchanges = [...new Set(market.boards.map(({ exchange }) => exchange))]
    const reported = hasArbitrage((key) => quotes.get(key)?.price ?? null, exchanges)
    const real = hasArbitrage((key) => truth.get(key) ?? null, exchanges)
    markets += 1
    if (reported && !real) falseArbitrage += 1
    if (real) trueArbitrage += 1
    if (real && !reported) missedArbitrage += 1
  }

  /** Errors are in basis points, all other figures are shares from 0 to 1. */
  const figures = () => {
    const sizes = errors.map(Math.abs)
    return {
      meanBps: share(sum(sizes), sizes.length),
      p50Bps: quantile(sizes, 0.5) ?? 0,
      p95Bps: quantile(sizes, 0.95) ?? 0,
      p99Bps: quantile(sizes, 0.99) ?? 0,
      // Positive: better than the truth.
      signedBps: share(sum(errors), errors.length),
      lieRate: share(lies, boards),
      nullRate: share(nulls, boards),
      precision: accepted === 0 ? 1 : acceptedHonest / accepted,
      recall: share(honestAccepted, honest),
      falseArbitrage: share(falseArbitrage, markets),
      missedArbitrage: share(missedArbitrage, trueArbitrage),
    }
  }
  return { add, figures }
}

/** Accuracy of a method. */
export type Figures = ReturnType<ReturnType<typeof createScoreCard>['figures']>

/** Every scenario counts alike, however many ads it had. */
export const meanFigures = (all: readonly Figures[]): Figures => {
  const mean = (figure: keyof Figures) => share(sum(all.map((figures) => figures[figure])), all.length)
  const names = Object.keys(all[0] ?? {}) as (keyof Figures)[]
  return Object.fromEntries(names.map((figure) => [figure, mean(figure)])) as Figures
}
