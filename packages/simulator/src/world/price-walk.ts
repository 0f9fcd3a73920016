import type { ExchangeId, Fiat, Side } from '@p2p-rates/core'
import { createRandom, mix, seedFor } from '@p2p-rates/core/internal'
import { type CrossedFiats, currencies, depths, isTraded, tradedCurrencies } from './currencies.js'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

export type PriceWalk = {
  /** Log price around which one side of one exchange is quoted. */
  readonly centre: (atMs: number, side: Side) => number
  /** Standard deviation of honest quotes around the centre, in log terms. */
  readonly raggedness: number
  /** Wandering of the best honest quotes of all exchanges around their usual lead, in units of raggedness. */
  readonly front: (atMs: number, side: Side) => number
  readonly adCount: (atMs: number, side: Side) => number
}

export type Walks = (exchange: ExchangeId, fiat: Fiat) => PriceWalk

/**
 * Create all walks of one seed. Each is a pure function of time; the maps are only a cache. `leadMs` shifts the shown
 * time ahead of the requested one.
 */
export function createWalks(seed: number, crossed: CrossedFiats = {}, leadMs = 0): Walks {
  const middles = new Map<string, (atMs: number) => number>()
  const walks = new Map<string, PriceWalk>()
  return (exchange, fiat) => {
    const key = `${exchange}:${fiat}`
    const known = walks.get(key)
    if (known !== undefined) return known
    const middle = middles.get(fiat) ?? createMiddle(seed, fiat)
    middles.set(fiat, middle)
    const walk = ahead(createWalk(seed, exchange, fiat, middle, crossed[fiat]), leadMs)
    walks.set(key, walk)
    return walk
  }
}

const ahead = ({ centre, front, adCount, raggedness }: PriceWalk, leadMs: number): PriceWalk => ({
  raggedness,
  front: (atMs, side) => front(atMs + leadMs, side),
  centre: (atMs, side) => centre(atMs + leadMs, side),
  adCount: (atMs, side) => adCount(atMs + leadMs, side),
})

function createMiddle(seed: number, fiat: Fiat): (atMs: number) => number {
  const { level, dailyPct, dip } = currencies[fiat]
  const waves = octaves.map(({ periodMs, share }) => ({
    noise: createNoise(seedFor(seed, 'middle', fiat, periodMs), periodMs),
    height: (share * dailyPct) / 100,
  }))
  const base = Math.log(level)
  let lastMs = Number.NaN
  let last = 0
  return (atMs) => {
    if (atMs === lastMs) return last
    last = base
    for (const { noise, height } of waves) last += height * noise(atMs)
    if (dip !== undefined) last -= (dip.pct / 100) * closeness(kyivHour(atMs), dip.hour)
    lastMs = atMs
    return last
  }
}

const octaves = [
  { periodMs: 9 * dayMs, share: 1.8 },
  { periodMs: 2 * dayMs, share: 0.8 },
  { periodMs: 7 * hourMs, share: 0.35 },
  { periodMs: 50 * minuteMs, share: 0.12 },
]

/** 1 at the bottom hour, fading to 0 within three hours on either side of it. */
function closeness(hour: number, bottom: number): number {
  const away = Math.abs(((hour - bottom + 36) % 24) - 12)
  return away >= 3 ? 0 : (1 + Math.cos((Math.PI * away) / 3)) / 2
}

function createWalk(
  seed: number,
  exchange: ExchangeId,
  fiat: Fiat,
  middle: (atMs: number) => number,
  crossedPct: number | undefined,
): PriceWalk {
  const { raggednessPct, halfSpreadPct, ads } = depths[currencies[fiat].depth]
  const random = createRandom(seedFor(seed, 'walk', exchange, fiat))
  // Exchanges keep a lasting premium over each other, seldom above half a percent, that drifts over days.
  const lasting = ((random.next() + random.next() + random.next() - 1.5) * 0.24) / 100
  const drift = createNoise(seedFor(seed, 'premium', exchange, fiat), 2 * dayMs)
  const lean = random.between(0.8, 1.2)
  const usualHalf = (halfSpreadPct / 100) * lean
  const half = crossedPct === undefined ? usualHalf : (-crossedPct / 200) * lean
  // The keenest honest quotes of both sides hardly ever meet: they would have traded with each other.
  const raggedness = Math.min(0.38 * usualHalf, (raggednessPct / 100) * Math.exp(random.between(-0.4, 0.4)))
  const breathing = createNoise(seedFor(seed, 'spread', exchange, fiat), 5 * hourMs)
  const size = (tradedCurrencies.get(exchange)?.size ?? 0) * random.between(ads[0], ads[1])
  const crowds = {
    BUY: createNoise(seedFor(seed, 'crowd', exchange, fiat, 'BUY'), 3 * hourMs),
    SELL: createNoise(seedFor(seed, 'crowd', exchange, fiat, 'SELL'), 3 * hourMs),
  }
  const fronts = {
    BUY: createNoise(seedFor(seed, 'front', fiat, 'BUY'), 40 * minuteMs),
    SELL: createNoise(seedFor(seed, 'front', fiat, 'SELL'), 40 * minuteMs),
  }
  return {
    raggedness,
    front: (atMs, side) => 0.45 * fronts[side](atMs),
    centre: (atMs, side) => {
      const halfNow = half * Math.exp(0.08 * breathing(atMs))
      return middle(atMs) + lasting + 0.0008 * drift(atMs) + (side === 'BUY' ? halfNow : -halfNow)
    },
    adCount: (atMs, side) =>
      isTraded(exchange, fiat, side) ? Math.max(0, Math.round(size * (1 + 0.12 * crowds[side](atMs)) - 0.3)) : 0,
  }
}

const wallClock = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Kyiv', hour: '2-digit', hourCycle: 'h23' })
const offsets = new Map<number, number>()

/** The hour on a Kyiv wall clock with its fraction, 0 to 24. Offsets change only on full UTC hours. */
function kyivHour(atMs: number): number {
  const hour = Math.floor(atMs / hourMs)
  let local = offsets.get(hour)
  if (local === undefined) {
    local = Number(wallClock.format(hour * hourMs))
    if (offsets.size > 10_000) offsets.clear()
    offsets.set(hour, local)
  }
  return local + (atMs / hourMs - hour)
}

/** A number that wanders around 0 with standard deviation of about 1. */
export type Noise = (atMs: number) => number

/**
 * Wandering that can be read at any instant without walking there: a normal draw every `periodMs`, straight lines between.
 * It returns to its mean by construction, so no month drifts away.
 */
function createNoise(seed: number, periodMs: number): Noise {
  let at = Number.NaN
  let from = 0
  let to = 0
  return (atMs) => {
    const position = atMs / periodMs
    const index = Math.floor(position)
    if (index !== at) {
      from = index === at + 1 ? to : draw(seed, index)
      to = draw(seed, index + 1)
      at = index
    }
    return from + (to - from) * (position - index)
  }
}

const draw = (seed: number, index: number): number => createRandom(mix(seed, index)).normal()
