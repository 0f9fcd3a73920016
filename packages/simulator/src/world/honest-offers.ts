import type { Fiat } from '@p2p-rates/core'
import { createRandom, mix, type Random, seedFor } from '@p2p-rates/core/internal'
import { currencies, roundLimit, roundPrice } from './currencies.js'
import type { Demands, Offer } from './offer-and-person.js'
import { type PaymentMethod, paymentMethods } from './payment-methods.js'
import { personAt } from './person.js'
import type { BoardMoment } from './world.js'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/**
 * Honest advertisers of one board. Every slot is held for some hours by one person, who reprices now and then
 * and is bought empty and refilled meanwhile; all of it follows from the slot's number and the time.
 */
export function honestOffers(moment: BoardMoment): readonly Offer[] {
  const { seed, exchange, fiat, side, walk, atMs } = moment
  const boardSeed = seedFor(seed, 'honest', exchange, fiat, side)
  return Array.from({ length: walk.adCount(atMs, side) }, (_, slot) => offerInSlot(moment, mix(boardSeed, slot)))
}

function offerInSlot({ seed, exchange, fiat, side, walk, atMs }: BoardMoment, slotSeed: number): Offer {
  const { decimals, level } = currencies[fiat]
  const slot = createRandom(slotSeed)
  const tenureMs = slot.between(3, 60) * hourMs
  const phase = slot.next()
  const tenure = Math.floor(atMs / tenureMs + phase)
  const startedAtMs = Math.floor((tenure - phase) * tenureMs)
  const random = createRandom(mix(slotSeed, tenure))

  // People hold ads on both sides and sometimes several, so they come from a village, not from the slot.
  const advertiser = personAt(seedFor(seed, 'person', exchange, fiat, random.integer(0, 160)), atMs)

  const paceMs = random.between(6, 150) * minuteMs
  const repricedAtMs = Math.max(startedAtMs, Math.floor(atMs / paceMs) * paceMs)
  const quote = createRandom(mix(mix(slotSeed, tenure), Math.floor(repricedAtMs / minuteMs)))
  const advantage = advantageOf(random, quote) * walk.raggedness
  const price = Math.exp(walk.centre(repricedAtMs, side) - (side === 'BUY' ? advantage : -advantage))

  const postedUsdt = Math.exp(6.9 + 1.2 * random.normal())
  const refillMs = random.between(1, 12) * hourMs
  const eaten = ((atMs / refillMs) % 1) * random.between(0.1, 0.9)
  const minUsdt = Math.min(postedUsdt * 0.5, Math.exp(3.6 + 1.1 * random.normal()))
  const minFiat = roundLimit(minUsdt * level)
  return {
    seed: mix(slotSeed, tenure),
    side,
    price: roundPrice(price, decimals),
    stockUsdt: cents(Math.max(postedUsdt * (1 - eaten), minUsdt * 1.6)),
    postedUsdt: cents(Math.max(postedUsdt, minUsdt * 1.7)),
    minFiat,
    maxFiat: Math.max(minFiat * 1.5, roundLimit(postedUsdt * level * random.between(0.3, 1.6))),
    methods: chooseMethods(random, fiat),
    payWindowMinutes: random.pick([15, 15, 15, 30, 30, 45, 60]),
    remark: random.chance(0.6) ? random.pick(remarks) : '',
    postedAtMs: startedAtMs,
    demands: random.chance(0.06) ? random.pick(someDemands) : null,
    advertiser,
    intent: 'honest',
  }
}

/**
 * Price advantage in units of raggedness: heavy-tailed on the expensive side, cut on the cheap one because bargains
 * sell at once.
 */
function advantageOf(person: Random, quote: Random): number {
  const habit = 0.8 * person.normal() + 0.5 * quote.normal()
  const heavy = habit / Math.sqrt(0.4 + 0.6 * Math.min(2, -Math.log(1 - person.next())))
  return Math.max(-6, heavy > 2.2 ? 2.2 - 0.3 * person.next() : heavy)
}

export function chooseMethods(random: Random, fiat: Fiat): readonly [PaymentMethod, ...PaymentMethod[]] {
  const list = paymentMethods.get(fiat) ?? []
  const first = random.pick(list.slice(0, Math.max(2, Math.ceil(list.length / 2))))
  const others = list.filter((method) => method !== first && random.chance(0.22)).slice(0, 4)
  return [first, ...others]
}

const cents = (value: number) => Math.round(value * 100) / 100

const someDemands: readonly Demands[] = [
  { minOrders: 5, minCompletionPct: 80, minAccountAgeDays: 0 },
  { minOrders: 30, minCompletionPct: 95, minAccountAgeDays: 30 },
  { minOrders: 0, minCompletionPct: 0, minAccountAgeDays: 90 },
]

const remarks = [
  'Fast release, please pay from your own account.',
  'Оплата лише з власної картки.\nЧек у чат після переказу.',
  '⚡ Online 9-23 ⚡\nNo third parties',
  'Payments from business accounts are returned.',
  'Without comments in the transfer, please.',
]
