import { createRandom, mix } from '@p2p-rates/core/internal'
import { nickname } from './nicknames.js'
import type { Person } from './offer-and-person.js'

const dayMs = 86_400_000
/** Earliest registration of an advertiser: the start of the oldest exchange in this world. */
const beginningMs = Date.UTC(2021, 0, 1)

export type TradingRecord = { readonly ordersPerMonth: number; readonly completion: number; readonly merchant: boolean }

/** A lasting advertiser: the counts follow from how long and how busily this person has been trading. */
export function personAt(seed: number, atMs: number, given?: Partial<TradingRecord>): Person {
  const random = createRandom(mix(seed, 0x9e75))
  const name = nickname(random)
  // Median 223 orders in 30 days, 5 to 95 % from 8 to 4,093, as on real boards.
  const busyness = Math.min(9000, Math.exp(5.4 + 1.7 * random.normal()))
  const weak = random.chance(0.1)
  const merchantDraw = random.next()
  const completionDraw = -Math.log(1 - random.next())
  const weakDraw = random.between(0.4, 0.9)
  const ordersPerMonth = given?.ordersPerMonth ?? busyness
  const merchant = given?.merchant ?? (ordersPerMonth > 60 && merchantDraw < 0.55)
  const usual = Math.max(0.6, 1 - completionDraw * (merchant ? 0.016 : 0.03))
  const completion = given?.completion ?? (weak ? weakDraw : usual)

  const lifeMs = random.between(40, 1500) * dayMs
  const registeredAtMs = beginningMs + random.next() * 4 * 365 * dayMs
  const growth = random.between(-0.08, 0.08)
  const phase = random.between(0, lifeMs)
  const monthOrders = Math.round(ordersPerMonth * (1 + growth * Math.sin((2 * Math.PI * (atMs + phase)) / lifeMs)))
  const months = Math.max(0.2, (atMs - registeredAtMs) / (30 * dayMs))
  const idle = -Math.log(1 - random.next())
  return {
    seed,
    nickname: name,
    merchant,
    monthOrders,
    lifetimeOrders: Math.max(monthOrders, Math.floor(ordersPerMonth * months)),
    completion: Math.round(completion * 1000) / 1000,
    positive: random.chance(0.05) ? 0 : Math.min(1, 1 - (1 - completion) * random.between(0, 0.6)),
    registeredAtMs: Math.floor(registeredAtMs),
    lastSeenSeconds: Math.floor(random.chance(0.5) ? idle * 60 : idle * 2400),
  }
}
