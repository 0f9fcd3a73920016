import type { Ad, ExchangeId } from '@p2p-rates/core'
import type { Random } from '@p2p-rates/core/internal'
import { moved, repricing, rewritten, withAds, withExchange } from './market-changes.js'
import type { SimulatedMarket } from './simulated-market.js'
import { good, marketOf, mixed, quietMarket, type Situation } from './situation.js'

/** Markets that broke the rules and were unknown when the rules were made. */
export const unforeseenSituations: readonly Situation[] = [
  ...[0.01, 0.02, 0.04].map(
    (move): Situation => ({
      name: `dead rail, the living moved ${percent(move)}`,
      side: 'BUY',
      snapshots: (setting) => {
        const before = withOwnRail(quietMarket(setting), setting.random)
        return [before, exceptOwnRail(before, moved(before, 1 + move))]
      },
    }),
  ),
  {
    name: 'night',
    side: 'BUY',
    snapshots: (setting) => [atNight(quietMarket(setting), setting.random)],
  },
  {
    name: 'night, the bait of the day stays',
    side: 'BUY',
    snapshots: (setting) => [atNight(marketOf({ ...mixed, share: 0.1 }, setting), setting.random)],
  },
  { name: 'calm', snapshots: (setting) => [still(quietMarket(setting))] },
  ...[0.1, 0.25, 0.4].map(
    (share): Situation => ({
      name: `contagion, ${percent(share)} repriced`,
      side: 'BUY',
      snapshots: (setting) => {
        const before = quietMarket(setting)
        return [before, repricing(before, 1.08, share, 0.1)]
      },
    }),
  ),
  ...[0.01, 0.02, 0.04].flatMap((ahead) =>
    [true, false].map(
      (served): Situation => ({
        name: `capped ${percent(ahead)} ahead, ${served ? 'served' : 'not served'}`,
        side: 'BUY',
        snapshots: (setting) => [capped(quietMarket(setting), ahead, served)],
      }),
    ),
  ),
  {
    name: 'one exchange ten minutes late',
    side: 'BUY',
    snapshots: (setting) => {
      const before = quietMarket(setting)
      return [before, withExchange(moved(before, 1.02), late(before), hit)]
    },
  },
  ...[0.2, 0.5].map(
    (share): Situation => ({
      name: `one exchange, ${percent(share)} good, the others empty`,
      snapshots: (setting) => [othersEmpty(marketOf({ ...good, share }, setting))],
    }),
  ),
]

/** The exchange that something happens to. */
const hit: ExchangeId = 'okx'

function percent(share: number): string {
  return `${100 * share} %`
}

const ownRail = ['Izibank']
const isOnOwnRail = ({ paymentMethods }: Ad): boolean => paymentMethods.join() === ownRail.join()

const withOwnRail = (market: SimulatedMarket, random: Random): SimulatedMarket =>
  rewritten(market, (ad) => ({ ad: random.chance(0.25) ? { ...ad, paymentMethods: ownRail } : ad }))

/** Ads of that bank keep their old prices, and their advertisers don't respond. */
function exceptOwnRail(before: SimulatedMarket, after: SimulatedMarket): SimulatedMarket {
  const known = new Map(before.boards.flatMap(({ ads }) => ads.map((ad) => [ad.adId, ad] as const)))
  return rewritten(after, (ad) =>
    isOnOwnRail(ad) ? { ad: known.get(ad.adId) ?? ad, honest: false, unchangedMinutes: 120 } : { ad },
  )
}

/** 80 % of the honest advertisers have left. Half of the rest are asleep, with prices of the evening. */
function atNight(market: SimulatedMarket, random: Random): SimulatedMarket {
  const isLeft = (ad: Ad) => market.truth.get(ad)?.honest !== true || random.chance(0.2)
  return rewritten(
    withAds(market, ({ ads }) => ads.filter(isLeft)),
    (ad, honest) => {
      if (!honest) return { ad }
      if (random.chance(0.5))
        return {
          ad: { ...ad, lastSeenAtMs: ad.observedAtMs - random.between(3, 10) * hourMs },
          honest: false,
          unchangedMinutes: random.integer(180, 600),
        }
      return { ad: { ...ad, price: ad.price * 1.01 } }
    },
  )
}

const hourMs = 3_600_000

const still = (market: SimulatedMarket): SimulatedMarket => rewritten(market, (ad) => ({ ad, unchangedMinutes: 90 }))

/** All of one exchange stand at one price, which the platform does not let them leave. */
function capped(market: SimulatedMarket, ahead: number, served: boolean): SimulatedMarket {
  const prices = market.boards.find(({ exchange, side }) => exchange === hit && side === 'BUY')?.ads ?? []
  const middle = prices.map(({ price }) => price).toSorted((a, b) => a - b)[Math.floor(prices.length / 2)] ?? 0
  const price = Math.round(100 * middle * (1 - ahead)) / 100
  return rewritten(market, (ad, honest) =>
    ad.exchange === hit && ad.side === 'BUY' ? { ad: { ...ad, price }, honest: honest && served } : { ad },
  )
}

function late(market: SimulatedMarket): SimulatedMarket {
  const earlier = rewritten(market, (ad) => ({
    ad: { ...ad, observedAtMs: ad.observedAtMs - lateMs },
    honest: false,
  }))
  return {
    ...earlier,
    boards: earlier.boards.map((board) => ({ ...board, observedAtMs: board.observedAtMs - lateMs })),
  }
}
const lateMs = 600_000

const othersEmpty = (market: SimulatedMarket): SimulatedMarket =>
  withAds(market, ({ exchange, ads }) => (exchange === hit ? ads : []))
