import { type Fiat, fiats } from '@p2p-rates/core'
import { createRandom, mix, type Random, seedFor } from '@p2p-rates/core/internal'
import { type Attack, attacks, type Bait, type BaitFields } from './attacks.js'
import { currencies, fiatsWithCrossedTops, roundLimit, roundPrice } from './currencies.js'
import { chooseMethods } from './honest-offers.js'
import type { AttackKind, Offer } from './offer-and-person.js'
import { personAt } from './person.js'
import type { BoardMoment } from './world.js'

const dayMs = 86_400_000

/**
 * Ads that no advertiser will honour. Unlike honest ads, they keep their price for 0.7 to 3 days, whatever the market
 * does.
 */
export function attackOffers(moment: BoardMoment): readonly Offer[] {
  const { seed, exchange, fiat, side, walk, atMs } = moment
  const honest = walk.adCount(atMs, side)
  if (honest === 0) return []
  const boardSeed = seedFor(seed, 'attack', exchange, fiat, side)
  const offers: Offer[] = []
  for (const [index, { kind, share }] of shares.entries()) {
    // The side where the victim hands over USDT first is the dirtier one.
    const expected = honest * share * (side === 'SELL' ? 1.4 : 0.8)
    const slots = Math.min(12, Math.max(1, Math.ceil(expected * 2)))
    for (let slot = 0; slot < slots; slot++) {
      const slotSeed = mix(mix(boardSeed, index), slot)
      if (createRandom(slotSeed).chance(expected / slots / 0.8)) offers.push(...baitInSlot(kind, slotSeed, moment))
    }
  }
  // On these boards the raw top bid is above the raw top ask on practically every day of the recordings.
  if (exchange === 'binance' && fiatsWithCrossedTops.has(fiat))
    offers.push(...baitInSlot('good', mix(boardSeed, 0xc805), moment, 0.032))
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
function baitInSlot(kind: AttackKind, slotSeed: number, moment: BoardMoment, fixed?: number): readonly Offer[] {
  const { fiat, side, atMs } = moment
  const tenureMs = createRandom(slotSeed).between(0.7, 3) * dayMs
  const tenure = Math.floor(atMs / tenureMs)
  const seed = mix(slotSeed, tenure)
  const random = createRandom(seed)
  if (!random.chance(0.8) && fixed === undefined) return []
  const attack: Attack = attacks[kind]
  const nextBait = attack({ side, random, levels: [currencies[fiat].level, ...otherLevels(fiat)] })
  const standing = { kind, random, startedAtMs: Math.floor(tenure * tenureMs) }
  // Several false names stand behind one person's attack.
  return Array.from({ length: kind === 'sybil' ? random.integer(3, 6) : 1 }, (_, index) => {
    const bait = nextBait()
    const advantage = fixed ?? bait.advantage
    return offerOf({ ...bait, advantage }, { ...standing, seed: index === 0 ? seed : mix(seed, index) }, moment)
  })
}

const otherLevels = (own: Fiat) => fiats.filter((fiat) => fiat !== own).map((fiat) => currencies[fiat].level)

type AttackRun = {
  readonly kind: AttackKind
  readonly seed: number
  readonly random: Random
  readonly startedAtMs: number
}

function offerOf({ advantage, changes }: Bait, { kind, seed, random, startedAtMs }: AttackRun, moment: BoardMoment) {
  const { fiat, side, walk } = moment
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

const recordOf = ({ orders, completionPct, merchant }: Partial<BaitFields>) => ({
  ...(orders === undefined ? {} : { ordersPerMonth: orders }),
  ...(typeof completionPct === 'number' ? { completion: completionPct / 100 } : {}),
  ...(merchant === undefined ? {} : { merchant }),
})

const luringRemarks = [
  'Best price! Write me in telegram @best_rate_here before opening the order',
  'Пиши в вайбер, вигідніше без ордера',
  'VIP clients only, contact t.me/quick_otc',
]
