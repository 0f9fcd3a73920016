import type { Side } from '@p2p-rates/core'
import type { Advertiser, DrawAdvertiser } from './advertiser.js'
import type { Random } from './random.js'

/** A dishonest ad before it stands on a board: how much better than the board's honest centre, and by whom. */
export type Bait = {
  /** Log points in the caller's favour. */
  readonly advantage: number
  readonly advertiser: Advertiser
}

/** What every bait of one board has in common. */
export type Ground = { readonly side: Side; readonly random: Random; readonly draw: DrawAdvertiser }

/** Started once for a board, then asked for each of its baits. */
export type Attack = (ground: Ground) => () => Bait

const single =
  (bait: (random: Random, ordinary: Advertiser, side: Side) => Bait): Attack =>
  ({ side, random, draw }) =>
  () =>
    bait(random, draw(random, side), side)

/** A new account with a wonderful price. */
const fresh = single((random, ordinary) => ({
  advantage: random.between(0.01, 0.2),
  advertiser: { ...ordinary, ...young(random, 24) },
}))

/** A hacked or bought account with a real record. */
const good = single((random, ordinary) => ({
  advantage: random.between(0.02, 0.15),
  advertiser: {
    ...ordinary,
    orders: random.integer(150, 3000),
    completionPct: random.between(95, 100),
    merchant: random.chance(0.5),
  },
}))

/** Crumbs: a better price for almost nothing. */
const tiny = single((random, ordinary) => {
  const stockUsdt = random.between(1, 15)
  const size = { stockUsdt, minUsdt: stockUsdt * random.between(0.3, 1), maxUsdt: stockUsdt }
  return { advantage: random.between(0.004, 0.03), advertiser: { ...ordinary, ...size } }
})

/** Limits that nobody meets. */
const limits = single((random, ordinary) => {
  const minUsdt = random.between(8_000, 80_000)
  const maxUsdt = minUsdt * 1.04
  return { advantage: random.between(0.01, 0.1), advertiser: { ...ordinary, minUsdt, maxUsdt, stockUsdt: maxUsdt } }
})

/** A price typed for another unit: on the harmful side of the board or on the harmless one. */
const unit = single((random, ordinary, side) => ({
  advantage: Math.log(random.pick(random.pick(slips))) * (side === 'BUY' ? -1 : 1) + random.between(-0.005, 0.005),
  advertiser: ordinary,
}))

/** A forgotten ad of somebody who went away. */
const stale = single((random, ordinary) => ({
  advantage: random.between(0.01, 0.05),
  advertiser: { ...ordinary, idleMinutes: 60 * random.between(3, 50) },
}))

/** Greed in moderation: barely better, barely known. */
const moderate = single((random, ordinary) => ({
  advantage: random.between(0.004, 0.015),
  advertiser: { ...ordinary, ...young(random, 19) },
}))

/** One person, many accounts, one price that pretends to be the market. */
const sybil: Attack = ({ side, random, draw }) => {
  const advantage = random.between(0.01, 0.06)
  return () => ({
    advantage: advantage + (random.chance(0.5) ? random.between(-0.002, 0.002) : 0),
    advertiser: { ...draw(random, side), orders: random.integer(20, 80), completionPct: 100, merchant: false },
  })
}

/** Many ordinary people at a platform's price cap, which is not where the market is. */
const wall: Attack = ({ side, random, draw }) => {
  const advantage = random.between(0.04, 0.12)
  return () => ({ advantage, advertiser: draw(random, side) })
}

/** The same at one certain distance. */
const wallAt =
  (advantage: number): Attack =>
  ({ side, random, draw }) =>
  () => ({ advantage, advertiser: draw(random, side) })

/** One person behind accounts whose records leave nothing to be desired. */
const provenSybil =
  (advantage: number): Attack =>
  ({ side, random, draw }) =>
  () => ({
    advantage: advantage + random.between(-0.001, 0.001),
    advertiser: {
      ...draw(random, side),
      orders: random.integer(1000, 4000),
      completionPct: 99,
      merchant: random.chance(0.5),
    },
  })

const mixed: Attack = (ground) => {
  const started = [fresh, good, tiny, limits, unit, stale, moderate].map((attack) => attack(ground))
  return () => ground.random.pick(started)()
}

const young = (random: Random, mostOrders: number) => ({
  orders: random.integer(0, mostOrders),
  completionPct: random.chance(0.6) ? 100 : random.between(80, 100),
  merchant: false,
})

/** Decimal slips, and the prices of other currencies, around a fiat that stands at 41 for one USDT. */
const slips = [[0.1], [10], [0.01], [1 / 41, 0.87 / 41, 3.65 / 41, 21 / 41, 505 / 41]] as const

export const attacks = {
  fresh,
  good,
  tiny,
  limits,
  unit,
  stale,
  moderate,
  sybil,
  wall,
  wallAt,
  provenSybil,
  mixed,
} as const
