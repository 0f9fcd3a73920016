import type { Ad } from '../ad.js'
import { type ExchangeId, type Side, sides } from '../currencies-and-sides.js'
import { slotMs } from '../history/point.js'
import { adTries, bestPriceInterval } from '../honour/price-interval.js'
import type { MarketRates } from '../rates/rates.js'
import type { Confidence, JudgedAd, TrustedBoard, TrustedMarket } from '../trust/judgement.js'
import {
  type AdsByKey,
  adKey,
  adsByKey,
  isBaitWithHindsight,
  type Lookback,
  lookBack,
  standingAd,
  startLookback,
} from './bait-with-hindsight.js'

const minuteMs = 60_000

/** Times after which a look answers for a best price, and the most by which that look may be late. */
const horizons = {
  next: { afterMs: 0, lateMs: 15 * minuteMs },
  after_15: { afterMs: 15 * minuteMs, lateMs: 10 * minuteMs },
  after_60: { afterMs: 60 * minuteMs, lateMs: 10 * minuteMs },
} as const

/** Cycles of 5 minutes are never exact, and a look 1 second early is better than one 5 minutes late. */
const mostEarlyMs = minuteMs / 2

/**
 * `published` counts best prices, `bait` their baits, `interval` the next best prices within the bounds, `front` those
 * still better than all ads behind the price centres, `trusted_bait` the baits among all trusted ads, and each other measure
 * the ads that still stood.
 */
export const trackMeasures = [
  'published',
  'next',
  'after_15',
  'after_60',
  'bait',
  'trusted_bait',
  'interval',
  'front',
] as const
export type TrackMeasure = (typeof trackMeasures)[number]

/** Series of the best prices of all exchanges together. Each exchange has a series under its own id. */
export const bestSeries = 'best'

type Horizon = keyof typeof horizons

/** A published price that later looks are compared with. */
export type FollowedPrice = {
  /** Else one of the trusted ads that are followed once an hour. */
  readonly isBest: boolean
  readonly series: string
  readonly exchange: ExchangeId
  readonly side: Side
  readonly ad: string
  readonly price: number
  readonly confidence: Confidence
  readonly publishedAtMs: number
  /** When the board was read last, so that each reading counts once. */
  readonly readAtMs: number
  readonly open: readonly Horizon[]
  /** Worst price of the 90 % interval; null without bounds, and for a single exchange. */
  readonly bound: number | null
  /** Best price behind a front of at least 2 ads. */
  readonly behindFront: number | null
  readonly past: Lookback
}

/** A case of one measure. It counts on the day on which the price was published. */
export type TrackOutcome = {
  readonly measure: TrackMeasure
  readonly series: string
  readonly side: Side
  readonly confidence: Confidence
  readonly publishedAtMs: number
  readonly holds: boolean
}

export type PublishedMarket = {
  readonly market: TrustedMarket
  readonly rates: Pick<MarketRates, 'bestBuy' | 'bestSell'>
  readonly judgedAtMs: number
}

export type Followed = { readonly prices: readonly FollowedPrice[]; readonly outcomes: readonly TrackOutcome[] }

/**
 * One step of the track record: compares the followed prices of a currency with a newly published market, and follows
 * the first best price of each 5-minute slot, of every exchange and side and of all together, and the first trusted ads
 * of each hour.
 */
export function followPrices(before: readonly FollowedPrice[], published: PublishedMarket): Followed {
  const { market, judgedAtMs } = published
  const outcomes: TrackOutcome[] = []
  const boards = market.boards.map((board) => ({ board, ads: adsByKey(board) }))
  const prices = before.flatMap((followed) => {
    // After the wall clock was set, nothing is known of the time between.
    if (Math.abs(judgedAtMs - followed.publishedAtMs) > forgottenAfterMs || followed.publishedAtMs > judgedAtMs)
      return []
    const now = boards.find(({ board }) => board.exchange === followed.exchange && board.side === followed.side)
    if (now === undefined || now.board.observedAtMs <= followed.readAtMs) return [followed]
    const looked = look(followed, { ...now, bestPrice: bestPriceOf(published, followed.side) })
    outcomes.push(...looked.outcomes)
    return looked.followed.open.length === 0 ? [] : [looked.followed]
  })
  const begun = [...newPrices(prices, published), ...newTrustedAds(prices, published)]
  return {
    prices: [...prices, ...begun],
    outcomes: [...outcomes, ...begun.filter(({ isBest }) => isBest).map(outcomeOf('published', true))],
  }
}

/** By then every look that could answer has come or is missing. */
const forgottenAfterMs = horizons.after_60.afterMs + horizons.after_60.lateMs + 10 * minuteMs

const outcomeOf =
  (measure: TrackMeasure, holds: boolean) =>
  ({ series, side, confidence, publishedAtMs }: FollowedPrice): TrackOutcome => ({
    ...{ measure, series, side, confidence, publishedAtMs, holds },
  })

const bestPriceOf = ({ rates }: PublishedMarket, side: Side): number | null =>
  (side === 'BUY' ? rates.bestBuy : rates.bestSell)?.price ?? null

function boundOf(market: TrustedMarket, side: Side): number | null {
  const { low, high } = bestPriceInterval(market, side)
  return side === 'BUY' ? high : low
}

/** Null if the front has only 1 ad, because another taker may have taken it. */
function priceBehindFront(market: TrustedMarket, side: Side): number | null {
  const tries = adTries(market, side)
  const first = tries.findIndex(({ isFront }) => !isFront)
  return first < 2 ? null : (tries[first]?.ad.price ?? null)
}

const isWithin = (bound: number, price: number | null, side: Side): boolean =>
  price !== null && (side === 'BUY' ? price <= bound : price >= bound)

type Look = { readonly board: TrustedBoard; readonly ads: AdsByKey; readonly bestPrice: number | null }

function look(followed: FollowedPrice, { board, ads, bestPrice }: Look) {
  const standing = standingAd(ads, followed)
  const past = lookBack(followed.past, standing, ads)
  const { isBest, bound, behindFront, exchange, side } = followed
  const outcomes: TrackOutcome[] = []
  const count = (measure: TrackMeasure, holds: boolean, allSeries: readonly string[] = [followed.series]) =>
    outcomes.push(...allSeries.map((series) => outcomeOf(measure, holds)({ ...followed, series })))
  const open = followed.open.filter((horizon) => {
    const lateMs = board.observedAtMs - followed.publishedAtMs - horizons[horizon].afterMs
    if (lateMs < -mostEarlyMs && horizon !== 'next') return true
    if (lateMs > horizons[horizon].lateMs) return false
    if (isBest) count(horizon, standing !== null)
    if (horizon === 'next' && bound !== null)
      count('interval', isWithin(bound, bestPrice, side), [bestSeries, exchange])
    if (horizon === 'next' && behindFront !== null)
      count('front', bestPrice !== behindFront && isWithin(behindFront, bestPrice, side))
    const isBait = horizon === 'after_60' ? isBaitWithHindsight(past) : null
    if (isBait !== null && isBest) count('bait', isBait)
    if (isBait !== null && !isBest) count('trusted_bait', isBait, [bestSeries, exchange])
    return false
  })
  return { followed: { ...followed, past, open, readAtMs: board.observedAtMs }, outcomes }
}

function newPrices(known: readonly FollowedPrice[], { market, rates, judgedAtMs }: PublishedMarket): FollowedPrice[] {
  const slot = Math.floor(judgedAtMs / slotMs)
  const isKnown = (series: string, side: Side) =>
    known.some(
      (one) =>
        one.isBest && one.series === series && one.side === side && Math.floor(one.publishedAtMs / slotMs) === slot,
    )
  const follow = (series: string, confidence: Confidence, board: TrustedBoard, best: JudgedAd): FollowedPrice[] =>
    isKnown(series, board.side)
      ? []
      : [
          {
            ...{ isBest: true, series, confidence },
            ...{ exchange: board.exchange, side: board.side, ad: adKey(best.ad), price: best.ad.price },
            publishedAtMs: judgedAtMs,
            readAtMs: board.observedAtMs,
            open: ['next', 'after_15', 'after_60'],
            bound: series === bestSeries ? boundOf(market, board.side) : null,
            behindFront: series === bestSeries ? priceBehindFront(market, board.side) : null,
            past: startLookback(best.ad, eligibleAds(board).slice(1)),
          },
        ]
  const bestExchange = { BUY: rates.bestBuy?.exchange, SELL: rates.bestSell?.exchange }
  return sides.flatMap((side) =>
    market.boards.flatMap((board) => {
      const best = board.ads.find(({ eligible }) => eligible)
      if (board.side !== side || best === undefined) return []
      const ofExchange =
        board.confidence === undefined ? [] : follow(board.exchange, board.confidence.level, board, best)
      return board.exchange === bestExchange[side]
        ? [...ofExchange, ...follow(bestSeries, market.confidence[side].level, board, best)]
        : ofExchange
    }),
  )
}

const hourMs = 60 * minuteMs
/** Ads of each board. Takers rarely go further down the list. */
const mostTrustedAds = 10

/** The first trusted ads of each board, once an hour. */
function newTrustedAds(known: readonly FollowedPrice[], { market, judgedAtMs }: PublishedMarket): FollowedPrice[] {
  const hour = Math.floor(judgedAtMs / hourMs)
  if (known.some(({ isBest, publishedAtMs }) => !isBest && Math.floor(publishedAtMs / hourMs) === hour)) return []
  return market.boards.flatMap((board) => {
    const ads = eligibleAds(board)
    return ads.slice(0, mostTrustedAds).map((ad, at) => ({
      ...{ isBest: false, series: board.exchange, exchange: board.exchange, side: board.side },
      ...{ ad: adKey(ad), price: ad.price, confidence: (board.confidence ?? market.confidence[board.side]).level },
      ...{ publishedAtMs: judgedAtMs, readAtMs: board.observedAtMs, open: ['after_60'] as const },
      ...{ bound: null, behindFront: null, past: startLookback(ad, ads.slice(at + 1)) },
    }))
  })
}

const eligibleAds = ({ ads }: TrustedBoard): Ad[] => ads.flatMap(({ ad, eligible }) => (eligible ? [ad] : []))
