import { createRandom, mix, type Random, seedFor } from '@p2p-rates/chance'
import { type Fiat, fiats } from '@p2p-rates/core'
import { type Attack, attacks, type Bait, type Standing } from './attacks.js'
import { currencies, fiatsWithCrossedTops } from './currencies.js'
import { chooseMethods } from './honest-offers.js'
import type { Look } from './look.js'
import type { AttackKind, Offer } from './offer.js'
import { personAt } from './person.js'
import { roundLimit, roundPrice } from './rounding.js'

const dayMs = 86_400_000

/**
 * Ads that no advertiser will honour. Unlike honest ads, they keep their price for 0.7 to 3 days, whatever the market
 * does.
 */
export function attackOffers(look: Look): readonly Offer[] {
  const { seed, exchange, fiat, side, walk, atMs } = look
  const honest = walk.adCount(atMs, side)
  if (honest === 0) return []
  const boardSeed = seedFor(seed, 'attack', exchange, fiat, side)
  const offers: Offer[] = []
  for (const [index, { kind, share }] of shares.entries()) {
    // The side where the victim hands over USDT first is the dirtier one.
    const expected = honest * share * (side === 'SELL' ? 1.4 : 0.8)
    const places = Math.min(12, Math.max(1, Math.ceil(expected * 2)))
    for (let place = 0; place < places; place++) {
      const placeSeed = mix(mix(boardSeed, index), place)
      if (createRandom(placeSeed).chance(expected / places / 0.8)) offers.push(...offersInPlace(kind, placeSeed, look))
    }
  }
  // On these boards the raw top bid is above the raw top ask on practically every day of the recordings.
  if (exchange === 'binance' && fiatsWithCrossedTops.has(fiat))
    offers.push(...offersInPlace('good', mix(boardSeed, 0xc805), look, 0.032))
  return offers
}

const shares: readonly { readonly kind: AttackKind; readonly share: number }[] = [
  { kind: 'fresh', share: 0.03 },
  { kind: 'good', share: 0.025 },
  { kind: 'tiny', share: 0.02 },
  { kind: 'limits', share: 0.015 },
  { kind: 'unit', share: 0.004 },
  { kind: 'stale', share: 0.015 },
  { kind: 'moderate', share: 0.02 },
  { kind: 'sybil', share: 0.006 },
]

/** A given advantage also makes the ad stand there all the time. */
function offersInPlace(kind: AttackKind, placeSeed: number, look: Look, fixed?: number): readonly Offer[] {
  const { fiat, side, atMs } = look
  const tenureMs = createRandom(placeSeed).between(0.7, 3) * dayMs
  const tenure = Math.floor(atMs / tenureMs)
  const seed = mix(placeSeed, tenure)
  const random = createRandom(seed)
  if (!random.chance(0.8) && fixed === undefined) return []
  const attack: Attack = attacks[kind]
  const nextBait = attack({ side, random, levels: [currencies[fiat].level, ...otherLevels(fiat)] })
  const standing = { kind, random, startedAtMs: Math.floor(tenure * tenureMs) }
  // Several false names stand behind one person's attack.
  return Array.from({ length: kind === 'sybil' ? random.integer(3, 6) : 1 }, (_, index) => {
    const bait = nextBait()
    const advantage = fixed ?? bait.advantage
    return offerOf({ ...bait, advantage }, { ...standing, seed: index === 0 ? seed : mix(seed, index) }, look)
  })
}

const otherLevels = (own: Fiat) => fiats.filter((fiat) => fiat !== own).map((fiat) => currencies[fiat].level)

type Stand = {
  readonly kind: AttackKind
  readonly seed: number
  readonly random: Random
  readonly startedAtMs: number
}

function offerOf({ advantage, changes }: Bait, { kind, seed, random, startedAtMs }: Stand, look: Look): Offer {
  const { fiat, side, walk } = look
  const { decimals, level } = currencies[fiat]
  const usual = { minUsdt: random.between(10, 80), stockUsdt: random.between(150, 6000) }
  const { minUsdt, stockUsdt, maxUsdt = stockUsdt } = { ...usual, ...changes }
  const price = Math.exp(walk.centre(startedAtMs, side) + (side === 'BUY' ? -advantage : advantage))
  const stock = Math.round(stockUsdt * 100) / 100
  const minFiat = roundLimit(minUsdt * level)
  const advertiser = personAt(mix(seed, 0x51b), startedAtMs, recordOf(changes))
  return {
    seed,
    side,
    price: roundPrice(price, decimals) || 10 ** -decimals,
    stockUsdt: stock,
    postedUsdt: stock,
    minFiat,
    // Keep narrow limits exact, because rounding to usual numbers would widen them.
    maxFiat: Math.max(minFiat, maxUsdt < 2 * minUsdt ? Math.ceil(maxUsdt * level) : roundLimit(maxUsdt * level)),
    methods: chooseMethods(random, fiat),
    payWindowMinutes: 15,
    remark: random.chance(0.3) ? random.pick(luringRemarks) : '',
    postedAtMs: startedAtMs,
    demands: null,
    advertiser:
      typeof changes.idleMinutes === 'number'
        ? { ...advertiser, lastSeenSeconds: Math.floor(changes.idleMinutes * 60) }
        : advertiser,
    intent: kind,
  }
}

const recordOf = ({ orders, completionPct, merchant }: Partial<Standing>) => ({
  ...(orders === undefined ? {} : { ordersPerMonth: orders }),
  ...(typeof completionPct === 'number' ? { completion: completionPct / 100 } : {}),
  ...(merchant === undefined ? {} : { merchant }),
})

const luringRemarks = [
  'Best price! Write me in telegram @best_rate_here before opening the order',
  'Пиши в вайбер, вигідніше без ордера',
  'VIP clients only, contact t.me/quick_otc',
]
