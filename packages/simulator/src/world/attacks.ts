import type { Side } from '@p2p-rates/core'
import type { Random } from '@p2p-rates/core/internal'

export type Bait = {
  /** Log points in the caller's favour; below 0 the price slipped to the harmless side. */
  readonly advantage: number
  /** Absent fields are those of an ordinary ad. */
  readonly changes: Partial<BaitFields>
}

export type BaitFields = {
  /** Orders of the last 30 days. */
  readonly orders: number
  readonly completionPct: number | null
  readonly merchant: boolean
  readonly stockUsdt: number
  readonly minUsdt: number
  readonly maxUsdt: number
  readonly idleMinutes: number | null
}

/** Common facts of all bait on one board. `levels`: fiat per USDT, this currency first, then other currencies. */
export type AttackContext = {
  readonly side: Side
  readonly random: Random
  readonly levels: readonly [own: number, ...others: number[]]
}

/** Started once for a board, then asked for each of its baits. */
export type Attack = (ground: AttackContext) => () => Bait

/** Baits of such an attack have nothing in common. */
function each(bait: (random: Random) => Bait): Attack {
  return ({ random }) =>
    () =>
      bait(random)
}

/** A new account with a wonderful price. */
const fresh = each((random) => ({ advantage: random.between(0.01, 0.2), changes: young(random, 24) }))

/** A hacked or bought account with a real record. */
const good = each((random) => ({ advantage: random.between(0.02, 0.15), changes: proven(random) }))

/** The same where bait pays: most stand so near that an honest bargain could. */
const plausible = each((random) => ({ advantage: 0.01 * 15 ** random.next(), changes: proven(random) }))

/** Crumbs: a better price for almost nothing. */
const tiny = each((random) => {
  const stockUsdt = random.between(1, 15)
  const size = { stockUsdt, minUsdt: stockUsdt * random.between(0.3, 1), maxUsdt: stockUsdt }
  return { advantage: random.between(0.004, 0.03), changes: size }
})

/** Limits that no taker meets. */
const limits = each((random) => {
  const minUsdt = random.between(8_000, 80_000)
  const maxUsdt = minUsdt * 1.04
  return { advantage: random.between(0.01, 0.1), changes: { minUsdt, maxUsdt, stockUsdt: maxUsdt } }
})

/** A price typed for another unit or currency: on the harmful side of the board or on the harmless one. */
const unit: Attack = ({ side, random, levels: [own, ...others] }) => {
  const slips = [[0.1], [10], [0.01], others.length === 0 ? [100] : others.map((level) => level / own)]
  return () => ({
    advantage: Math.log(random.pick(random.pick(slips))) * (side === 'BUY' ? -1 : 1) + random.between(-0.005, 0.005),
    changes: {},
  })
}

/** Forgotten ad of an absent advertiser. */
const stale = each((random) => ({
  advantage: random.between(0.01, 0.05),
  changes: { idleMinutes: 60 * random.between(3, 50) },
}))

/** Greed in moderation: barely better, barely known. */
const moderate = each((random) => ({ advantage: random.between(0.004, 0.015), changes: young(random, 19) }))

/** One person, many accounts, one price that pretends to be the market. */
const sybil: Attack = ({ random }) => {
  const advantage = random.between(0.01, 0.06)
  return () => ({
    advantage: advantage + (random.chance(0.5) ? random.between(-0.002, 0.002) : 0),
    changes: { orders: random.integer(20, 80), completionPct: 100, merchant: false },
  })
}

/** Many ordinary people at a platform's price cap, which is not where the market is. */
const wall: Attack = (ground) => wallAt(ground.random.between(0.04, 0.12))(ground)

const wallAt = (advantage: number): Attack => each(() => ({ advantage, changes: {} }))

/** One person behind accounts whose records leave nothing to be desired. */
const provenSybil = (advantage: number): Attack =>
  each((random) => ({
    advantage: advantage + random.between(-0.001, 0.001),
    changes: { orders: random.integer(1000, 4000), completionPct: 99, merchant: random.chance(0.5) },
  }))

const mixed: Attack = (ground) => {
  const started = [fresh, good, tiny, limits, unit, stale, moderate].map((attack) => attack(ground))
  return () => ground.random.pick(started)()
}

const proven = (random: Random) => ({
  orders: random.integer(150, 3000),
  completionPct: random.between(95, 100),
  merchant: random.chance(0.5),
})

const young = (random: Random, mostOrders: number) => ({
  orders: random.integer(0, mostOrders),
  completionPct: random.chance(0.6) ? 100 : random.between(80, 100),
  merchant: false,
})

/** Everything an attacker is known to do to a board: the simulated exchanges and the proof of prices share it. */
export const attacks = {
  fresh,
  good,
  plausible,
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
