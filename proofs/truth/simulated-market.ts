import { type Ad, type Board, exchangeIds, type Side, sides } from '@p2p-rates/core'
import type { Random } from '@p2p-rates/core/internal'
import { anAd } from '@p2p-rates/core/testing'
import { type Attack, type Depth, depths } from '@p2p-rates/simulator/testing'
import type { Advertiser, DrawAdvertiser } from './advertiser.js'
import { shuffled, studentT4 } from './statistics.js'

/** Depth and spread of a market. Widths are in log points; `lieBps` is the tolerated error of a reported price. */
export type MarketClass = {
  readonly name: Depth
  readonly adsPerSide: readonly [number, number]
  readonly spread: number
  readonly halfSpread: number
  readonly lieBps: number
}

export const marketClasses: readonly MarketClass[] = [
  classOf('thick', [30, 60], 50),
  classOf('mid', [10, 20], 100),
  classOf('thin', [2, 5], 200),
]

/** As wide as on the simulated exchanges; how crowded is fixed here, so that figures stay comparable. */
function classOf(name: Depth, adsPerSide: readonly [number, number], lieBps: number): MarketClass {
  const { raggednessPct, halfSpreadPct } = depths[name]
  return { name, adsPerSide, spread: raggednessPct / 100, halfSpread: halfSpreadPct / 100, lieBps }
}

/** The protocol's number of exchanges, however many the product asks: figures must stay comparable. */
export const venues = exchangeIds.slice(0, 6)

/** Attack on a market: the share of bait on each board, and the number of attacked exchanges. */
export type Scenario = {
  readonly name: string
  readonly attack: Attack
  readonly share: number
  readonly exchanges: number
  /** Additional baits on each attacked board. */
  readonly extra?: number
  readonly side?: Side
}

export type AdTruth = { readonly honest: boolean; readonly unchangedMinutes: number }

export type SimulatedMarket = {
  readonly boards: readonly Board[]
  readonly truth: ReadonlyMap<Ad, AdTruth>
}

export type Recipe = {
  readonly marketClass: MarketClass
  readonly scenario: Scenario
  readonly random: Random
  readonly draw: DrawAdvertiser
  readonly names?: string
}

export const createMarket = ({ marketClass, scenario, random, draw, names = '' }: Recipe): SimulatedMarket => {
  const truth = new Map<Ad, AdTruth>()
  const attacked = shuffled(random, venues).slice(0, scenario.exchanges)
  const boards = venues.flatMap((exchange) => {
    const premium = 0.004 * (random.next() + random.next() + random.next() - 1.5)
    return sides.map((side): Board => {
      const favour = side === 'BUY' ? -1 : 1
      const centre = Math.log(midPrice) + premium - favour * marketClass.halfSpread * random.between(0.8, 1.2)
      const spread = marketClass.spread * Math.exp(random.between(-0.5, 0.5))
      const usual = random.integer(...marketClass.adsPerSide)
      const isHit = attacked.includes(exchange) && (scenario.side ?? side) === side
      const extra = isHit ? (scenario.extra ?? 0) : 0
      const baits = (isHit ? roundedByChance(random, usual * scenario.share) : 0) + extra
      const count = usual + extra
      const nextBait = scenario.attack({ side, random, levels })

      const ads = Array.from({ length: count }, (_, index) => {
        const honest = index >= baits
        const { advantage, changes } = honest ? { advantage: spread * eaten(random), changes: {} } : nextBait()
        const price = Math.max(tick, Math.round(Math.exp(centre + favour * advantage) / tick) * tick)
        const advertiser = { ...draw(random, side), ...changes }
        const ad = createAd({ exchange, side, name: `${names}${exchange}-${side}-${index}`, price, random, advertiser })
        const standsStill = random.chance(honest ? 0.45 : 0.85)
        truth.set(ad, { honest, unchangedMinutes: standsStill ? random.integer(60, 600) : random.integer(1, 59) })
        return ad
      })
      return { exchange, fiat, side, ads: shuffled(random, ads), observedAtMs }
    })
  })
  return { boards, truth }
}

/** Honest prices have heavy tails, but takers leave no bargain beyond 2.2 spreads. */
const eaten = (random: Random): number => Math.min(studentT4(random), 2.2)

type NewAd = Pick<Ad, 'exchange' | 'side' | 'price'> & { name: string; advertiser: Advertiser; random: Random }

const createAd = ({ exchange, side, name, price, advertiser, random }: NewAd): Ad =>
  anAd({
    exchange,
    fiat,
    side,
    adId: name,
    advertiserId: name,
    nickname: name,
    price: cents(price),
    minFiat: cents(advertiser.minUsdt * price),
    maxFiat: cents(Math.min(advertiser.maxUsdt, advertiser.stockUsdt) * price),
    stockUsdt: advertiser.stockUsdt,
    paymentMethods: shuffled(random, rails).slice(0, random.integer(1, 3)),
    completedOrders: advertiser.orders,
    completionPct: advertiser.completionPct,
    positivePct: advertiser.positivePct,
    merchant: advertiser.merchant,
    lastSeenAtMs: advertiser.idleMinutes === null ? null : observedAtMs - advertiser.idleMinutes * 60_000,
    observedAtMs,
  })

/** 1.4 becomes 1 in six of ten cases and 2 in four, so that small boards keep their share of bait. */
const roundedByChance = (random: Random, expected: number): number => Math.floor(expected + random.next())

const cents = (amount: number): number => Math.round(amount * 100) / 100

const fiat = 'UAH'
const midPrice = 41
/** Price of 1 USDT in UAH, then in other currencies, which an advertiser may type by mistake. */
const levels = [midPrice, 1, 0.87, 3.65, 21, 505] as const
const tick = 0.01
const observedAtMs = Date.UTC(2026, 0, 15, 12)
const rails = ['Monobank', 'PrivatBank', 'PUMB', 'A-Bank', 'Sense Bank', 'Raiffeisen Bank Aval'] as const
