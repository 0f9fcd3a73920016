import { type Confidence, type Side, sides, type TrustedMarket } from '@p2p-rates/core'
import { boardKey } from '@p2p-rates/core/internal'
import { numbers, type TrustNumberName } from '@p2p-rates/core/testing'
import type { Trial } from './evaluate.js'
import { onlyMethod } from './market-changes.js'
import { remembering } from './our-method.js'
import { deliversUsually, priceErrors, trueBest } from './price-errors.js'
import type { MarketClass, SimulatedMarket } from './simulated-market.js'
import type { Situation } from './situation.js'
import { mean, randomAt, share, sum } from './statistics.js'

/** Best prices of a level: all, those that lied, and those worse than the truth by more than the class allows. */
export type LevelCount = { readonly times: number; readonly lied: number; readonly tooBad: number }

export const simulate = (situation: Situation, marketClass: MarketClass, trial: Trial): Metrics =>
  metricsOf(drawSnapshots(situation, marketClass, trial), situation, marketClass)

/** Numbers of the trust rules that differ from the usual ones. */
export type Variant = Partial<Record<TrustNumberName, number>>

/** Judges the same markets by each variant of the rules. */
export function simulateVariants(
  situation: Situation,
  marketClass: MarketClass,
  trial: Trial,
  variants: readonly Variant[],
): readonly Metrics[] {
  const drawn = drawSnapshots(situation, marketClass, trial)
  const usual = { ...numbers }
  try {
    return variants.map((variant) => {
      Object.assign(numbers, usual, variant)
      return metricsOf(drawn, situation, marketClass)
    })
  } finally {
    Object.assign(numbers, usual)
  }
}

type Snapshots = readonly SimulatedMarket[]

const drawSnapshots = (situation: Situation, marketClass: MarketClass, { seed, markets, draw }: Trial) =>
  Array.from({ length: markets }, (_, index) =>
    situation.snapshots({
      marketClass,
      draw,
      random: randomAt(seed, `${marketClass.name} ${situation.name} ${index}`),
    }),
  )

function metricsOf(drawn: readonly Snapshots[], situation: Situation, marketClass: MarketClass) {
  const outcomes = drawn.flatMap((snapshots) => {
    const judge = remembering(situation.method)
    return snapshots
      .map((market) => ({ market: onlyMethod(market, situation.method), judged: judge(market) }))
      .slice(-1)
      .map((last) => situationOutcome(last, marketClass, situation.side === undefined ? sides : [situation.side]))
  })

  const errors = outcomes.flatMap(({ bps }) => bps)
  const priced = errors.filter((bps) => bps !== null)
  const headlines = outcomes.flatMap((ending) => ending.headlines)
  const ads = (count: (ending: SituationOutcome) => number) => sum(outcomes.map(count))
  const countLevel = (level: Confidence): LevelCount => {
    const atLevel = headlines.filter((headline) => headline.level === level)
    return {
      times: atLevel.length,
      lied: atLevel.filter(({ lied }) => lied).length,
      tooBad: atLevel.filter(({ bps }) => bps !== null && bps < -marketClass.lieBps).length,
    }
  }
  return {
    meanBps: mean(priced.map(Math.abs)) ?? 0,
    /** Boards, and then best prices of the whole market, that were better than the truth by more than the class allows. */
    lieRate: share(priced.filter((bps) => bps > marketClass.lieBps).length, errors.length),
    headlineLieRate: share(headlines.filter(({ lied }) => lied).length, headlines.length),
    nullRate: share(errors.length - priced.length, errors.length),
    precision: share(
      ads(({ acceptedHonest }) => acceptedHonest),
      ads(({ accepted }) => accepted),
    ),
    recall: share(
      ads(({ honestAccepted }) => honestAccepted),
      ads(({ honest }) => honest),
    ),
    confidence: { low: countLevel('low'), medium: countLevel('medium'), high: countLevel('high') },
  }
}

/** Accuracy at the last look of a situation. Shares are from 0 to 1, errors in basis points. */
export type Metrics = ReturnType<typeof metricsOf>

type JudgedSnapshot = { readonly market: SimulatedMarket; readonly judged: TrustedMarket }
type Headline = {
  readonly level: Confidence /** `null` where there was no true price. */
  readonly bps: number | null
  readonly lied: boolean
}
const situationOutcome = (
  { market, judged }: JudgedSnapshot,
  { lieBps }: MarketClass,
  judgedSides: readonly Side[],
) => {
  const shown = new Map(
    judged.boards.map((board) => [
      boardKey(board.exchange, board.side),
      { price: board.ads.find(({ eligible }) => eligible)?.ad.price ?? null, accepted: [] },
    ]),
  )
  const truth = trueBest(market)
  const ads = judged.boards.flatMap((board) => board.ads)
  const isHonest = ({ ad }: (typeof ads)[number]) => market.truth.get(ad)?.honest === true
  const reliable = ads.filter((ad) => isHonest(ad) && deliversUsually(ad.ad))
  const trusted = ads.filter((ad) => ad.trusted)
  const headlineOf = (side: Side): readonly Headline[] => {
    const sign = side === 'BUY' ? 1 : -1
    const best = (prices: Iterable<readonly [string, number | null]>) => {
      const costs = [...prices].flatMap(([key, price]) => (key.endsWith(side) && price !== null ? [sign * price] : []))
      return costs.length === 0 ? null : sign * Math.min(...costs)
    }
    const price = best([...shown].map(([key, quote]) => [key, quote.price] as const))
    const real = best(truth)
    if (price === null) return []
    const bps = real === null ? null : 10_000 * Math.log(real / price) * sign
    return [{ level: judged.confidence[side].level, bps, lied: bps === null || bps > lieBps }]
  }
  return {
    bps: priceErrors(shown, market).map(({ bps }) => bps),
    headlines: judgedSides.flatMap(headlineOf),
    accepted: trusted.length,
    acceptedHonest: trusted.filter(isHonest).length,
    honest: reliable.length,
    honestAccepted: reliable.filter((ad) => ad.trusted).length,
  }
}

type SituationOutcome = ReturnType<typeof situationOutcome>
