import { createRandom, mix, type Random, seedFor } from '@p2p-rates/chance'
import type { Fiat } from '@p2p-rates/core'
import { currencies, fiatsWithCrossedTops } from './currencies.js'
import { chooseMethods } from './honest-offers.js'
import type { Look } from './look.js'
import type { AttackKind, Offer } from './offer.js'
import { personAt } from './person.js'
import { roundLimit, roundPrice } from './rounding.js'

const dayMs = 86_400_000

/** Ads nobody will honour. Unlike honest ones they stand still for a day or two, whatever the market does. */
export function attackOffers(look: Look): readonly Offer[] {
  const { seed, exchange, fiat, side, walk, atMs } = look
  const honest = walk.adCount(atMs, side)
  if (honest === 0) return []
  const boardSeed = seedFor(seed, 'attack', exchange, fiat, side)
  const offers: Offer[] = []
  for (const [index, { kind, share }] of attacks.entries()) {
    // The side where the victim hands over USDT first is the dirtier one.
    const expected = honest * share * (side === 'SELL' ? 1.4 : 0.8)
    const places = Math.min(12, Math.max(1, Math.ceil(expected * 2)))
    for (let place = 0; place < places; place++) {
      const placeSeed = mix(mix(boardSeed, index), place)
      if (!createRandom(placeSeed).chance(expected / places / 0.8)) continue
      const offer = offerInPlace(kind, placeSeed, look)
      if (offer !== null) offers.push(...(kind === 'sybil' ? multiplied(offer, fiat) : [offer]))
    }
  }
  if (exchange === 'binance' && fiatsWithCrossedTops.has(fiat)) {
    // On these boards the raw top bid is above the raw top ask on practically every day of the recordings.
    const offer = offerInPlace('good', mix(boardSeed, 0xc805), look, 3.2)
    if (offer !== null) offers.push(offer)
  }
  return offers
}

const attacks: readonly { readonly kind: AttackKind; readonly share: number }[] = [
  { kind: 'fresh', share: 0.03 },
  { kind: 'good', share: 0.025 },
  { kind: 'tiny', share: 0.02 },
  { kind: 'limits', share: 0.015 },
  { kind: 'unit', share: 0.004 },
  { kind: 'stale', share: 0.015 },
  { kind: 'mod', share: 0.02 },
  { kind: 'sybil', share: 0.006 },
]

/** A given advantage also makes the ad stand there all the time. */
function offerInPlace(kind: AttackKind, placeSeed: number, look: Look, fixedPct?: number): Offer | null {
  const { fiat, side, walk, atMs } = look
  const { decimals, level } = currencies[fiat]
  const tenureMs = createRandom(placeSeed).between(0.7, 3) * dayMs
  const tenure = Math.floor(atMs / tenureMs)
  const startedAtMs = Math.floor(tenure * tenureMs)
  const random = createRandom(mix(placeSeed, tenure))
  if (!random.chance(0.8) && fixedPct === undefined) return null

  const trait = traitsOf(kind, random)
  const better = (fixedPct ?? trait.betterPct) / 100
  const price =
    Math.exp(walk.centre(startedAtMs, side)) * (side === 'BUY' ? 1 - better : 1 + better) * (trait.unitSlip ?? 1)
  const stockUsdt = Math.round(trait.stockUsdt * 100) / 100
  const minFiat = kind === 'tiny' ? Math.max(1, Math.floor(level)) : roundLimit(trait.minUsdt * level)
  const advertiser = personAt(mix(placeSeed, tenure + 0x51b), startedAtMs, trait.record)
  return {
    seed: mix(placeSeed, tenure),
    side,
    price: roundPrice(price, decimals) || 10 ** -decimals,
    stockUsdt,
    postedUsdt: stockUsdt,
    minFiat,
    maxFiat: kind === 'limits' ? Math.ceil(minFiat * 1.04) : Math.max(minFiat, roundLimit(stockUsdt * level)),
    methods: chooseMethods(random, fiat),
    payWindowMinutes: 15,
    remark: random.chance(0.3) ? random.pick(luringRemarks) : '',
    postedAtMs: startedAtMs,
    demands: null,
    advertiser: {
      ...advertiser,
      lastSeenSeconds: kind === 'stale' ? Math.floor(random.between(3, 50) * 3600) : advertiser.lastSeenSeconds,
    },
    intent: kind,
  }
}

/** Several false names behind one price; every second one dithers it a little. */
function multiplied(offer: Offer, fiat: Fiat): readonly Offer[] {
  const random = createRandom(offer.seed)
  return Array.from({ length: random.integer(3, 6) }, (_, index) => {
    const seed = mix(offer.seed, index)
    const record = { ordersPerMonth: random.integer(20, 80), completion: 1, merchant: false }
    const dither = index % 2 === 0 ? 1 : random.between(0.998, 1.002)
    return {
      ...offer,
      seed,
      price: roundPrice(offer.price * dither, currencies[fiat].decimals),
      advertiser: personAt(seed, offer.postedAtMs, record),
    }
  })
}

type Traits = {
  readonly betterPct: number
  readonly minUsdt: number
  readonly stockUsdt: number
  readonly unitSlip?: number
  readonly record: { readonly ordersPerMonth?: number; readonly completion?: number; readonly merchant?: boolean }
}

function traitsOf(kind: AttackKind, random: Random): Traits {
  const usual = { minUsdt: random.between(10, 80), stockUsdt: random.between(150, 6000) }
  switch (kind) {
    case 'fresh':
      return {
        ...usual,
        betterPct: random.between(1, 20),
        record: {
          ordersPerMonth: random.integer(0, 24),
          completion: random.chance(0.6) ? 1 : random.between(0.4, 0.95),
          merchant: false,
        },
      }
    case 'good':
      return {
        ...usual,
        betterPct: random.between(2, 15),
        record: {
          ordersPerMonth: random.integer(150, 3000),
          completion: random.between(0.95, 1),
          merchant: random.chance(0.5),
        },
      }
    case 'tiny':
      return { ...usual, minUsdt: 1, stockUsdt: random.between(2, 15), betterPct: random.between(0.4, 3), record: {} }
    case 'limits': {
      const minUsdt = random.between(8_000, 80_000)
      return { minUsdt, stockUsdt: minUsdt * 1.1, betterPct: random.between(1, 10), record: {} }
    }
    case 'unit':
      return { ...usual, betterPct: 0, unitSlip: random.pick([0.1, 10, 0.01]), record: {} }
    case 'stale':
      return { ...usual, betterPct: random.between(1, 5), record: {} }
    case 'mod':
      return {
        ...usual,
        betterPct: random.between(0.4, 1.5),
        record: { ordersPerMonth: random.integer(0, 19), merchant: false },
      }
    case 'sybil':
      return {
        ...usual,
        betterPct: random.between(1, 6),
        record: { ordersPerMonth: random.integer(20, 80), completion: 1, merchant: false },
      }
  }
}

const luringRemarks = [
  'Best price! Write me in telegram @best_rate_here before opening the order',
  'Пиши в вайбер, вигідніше без ордера',
  'VIP clients only, contact t.me/quick_otc',
]
