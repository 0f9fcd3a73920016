import type { ExchangeId, Fiat } from '@p2p-rates/core'
import {
  bestSeries,
  createRandom,
  type FollowedPrice,
  followPrices,
  type Random,
  type TrackMeasure,
  type TrackOutcome,
  trackMeasures,
} from '@p2p-rates/core/internal'
import { type Offer, type WatchedWorld, watchWorld } from './watch-world.js'

const minuteMs = 60_000
const cycleMs = 5 * minuteMs

type Tally = { cases: number; held: number }

/** Knowledge of the world about a published price. */
type Truth = { readonly publishedAtMs: number; readonly holds: ReadonlyMap<TrackMeasure, boolean> }

/**
 * Follows the best prices of simulated exchanges until each measure has this many cases, as a server does: with cycles
 * that are never exact, exchanges that fail for a while, and restarts.
 */
export async function estimateTrackRecord(seed: number, cases: number) {
  const world = await watchWorld(seed)
  const random = createRandom(seed)
  /** Baits by whether the estimator found them, and honest ads that it calls bait. */
  const hindsight = { found: 0, missed: 0, accused: 0 }
  const [estimated, truth, truthOfEstimated] = [newTallies(), newTallies(), newTallies()]
  const followed = new Map<Fiat, readonly FollowedPrice[]>()
  const truths = new Map<string, Truth>()
  const answers: TrackOutcome[] = []
  let answered = 0
  const troubles = createTroubles(world, random)
  try {
    while (answered < cases) {
      world.advance(cycleMs + 1_000 * random.integer(-20, 20))
      if (troubles.next()) followed.clear()
      for (const fiat of fiats) {
        const published = await world.readMarket(fiat)
        const { prices, outcomes } = followPrices(followed.get(fiat) ?? [], published)
        followed.set(fiat, prices)
        for (const price of prices.filter(({ publishedAtMs }) => publishedAtMs === published.judgedAtMs))
          truths.set(keyOf(fiat, price, price.isBest ? '' : price.ad), truthOf(world, fiat, price))
        for (const outcome of outcomes.filter(isOnce)) {
          answers.push(outcome)
          const real = truths.get(keyOf(fiat, outcome))?.holds.get(outcome.measure)
          if (real !== undefined) add(truthOfEstimated, outcome.measure, real)
          if (outcome.measure !== 'bait') continue
          answered += 1
          const isBait = real === true
          if (isBait && outcome.holds) hindsight.found += 1
          else if (isBait) hindsight.missed += 1
          else if (outcome.holds) hindsight.accused += 1
        }
      }
    }
    const dueUntilMs = world.now() - hourMs
    for (const { publishedAtMs, holds } of truths.values())
      if (publishedAtMs <= dueUntilMs) for (const [measure, held] of holds) add(truth, measure, held)
    for (const { publishedAtMs, measure, holds } of answers)
      if (publishedAtMs <= dueUntilMs) add(estimated, measure, holds)
  } finally {
    await world.close()
  }
  // `truth` counts all prices whose last look is due, even if it is missing; `truthOfEstimated` those with an estimate.
  return { estimated, truth, truthOfEstimated, hindsight }
}

export type Estimates = Awaited<ReturnType<typeof estimateTrackRecord>>

const hourMs = 60 * minuteMs

const fiats = ['UAH', 'EUR', 'KZT', 'PLN'] as const

const newTallies = () =>
  new Map(trackMeasures.map((measure): [TrackMeasure, Tally] => [measure, { cases: 0, held: 0 }]))

function add(tallies: ReadonlyMap<TrackMeasure, Tally>, measure: TrackMeasure, holds: boolean): void {
  const tally = tallies.get(measure)
  if (tally === undefined) return
  tally.cases += 1
  tally.held += Number(holds)
}

const keyOf = (
  fiat: Fiat,
  { series, side, publishedAtMs }: Pick<FollowedPrice, 'series' | 'side' | 'publishedAtMs'>,
  ad = '',
): string => `${fiat} ${series} ${side} ${publishedAtMs} ${ad}`

/** Trusted ads count under their exchange and under all exchanges together. */
const isOnce = ({ measure, series }: TrackOutcome): boolean => measure !== 'trusted_bait' || series !== bestSeries

function truthOf(world: WatchedWorld, fiat: Fiat, price: FollowedPrice): Truth {
  const place = { exchange: price.exchange, fiat, side: price.side }
  const isWorse = ({ price: now }: Offer) => (price.side === 'BUY' ? now > price.price : now < price.price)
  const { stockUsdt } = price.past.figures
  const [offer] = world
    .offersAt(place, price.publishedAtMs)
    .filter((one) => one.price === price.price)
    .sort((a, b) => (stockUsdt === null ? 0 : Math.abs(a.stockUsdt - stockUsdt) - Math.abs(b.stockUsdt - stockUsdt)))
  // Paid ads of Binance are not in the world; their merchants are honest.
  const isBait = offer !== undefined && offer.intent !== 'honest'
  if (!price.isBest) return { publishedAtMs: price.publishedAtMs, holds: new Map([['trusted_bait', isBait]]) }
  if (offer === undefined) throw new Error(`the world has no ${price.side} ad of ${price.exchange} at ${price.price}`)
  const isThereAfter = (ms: number): boolean => {
    const later = world.offersAt(place, price.publishedAtMs + ms).find(({ seed }) => seed === offer.seed)
    return later !== undefined && !isWorse(later)
  }
  const holds = new Map<TrackMeasure, boolean>([
    ['next', isThereAfter(cycleMs)],
    ['after_15', isThereAfter(15 * minuteMs)],
    ['after_60', isThereAfter(60 * minuteMs)],
    ['bait', isBait],
  ])
  return { publishedAtMs: price.publishedAtMs, holds }
}

/** In 1 of 30 cycles an exchange begins to fail, for up to an hour; in 1 of 100 the server restarts. */
function createTroubles(world: WatchedWorld, random: Random) {
  const blocked = new Map<ExchangeId, { readonly heal: () => void; left: number }>()
  return {
    /** Returns true if the server restarts. */
    next: (): boolean => {
      for (const [exchange, trouble] of blocked) {
        trouble.left -= 1
        if (trouble.left > 0) continue
        trouble.heal()
        blocked.delete(exchange)
      }
      for (const exchange of world.exchanges)
        if (!blocked.has(exchange) && random.chance(1 / 30))
          blocked.set(exchange, { heal: world.block(exchange), left: random.integer(1, 12) })
      return random.chance(1 / 100)
    },
  }
}
