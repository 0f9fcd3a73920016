import { centralBanks, type Fiat, sides } from '@p2p-rates/core'
import { createRandom, type FiatsRate, seedFor } from '@p2p-rates/core/internal'
import type { CrossedFiats } from '../world/currencies.js'
import { createWorld, type World } from '../world/world.js'

const dayMs = 86_400_000

/**
 * Official dollar rate of this world: the P2P price of the day before, without the currency's constant premium for
 * USDT. A dollar costs 1 USD.
 */
export function officialDollarRate({ seed, walks }: World, fiat: Fiat, day: string): number {
  if (fiat === 'USD') return 1
  const atMs = Date.parse(`${day}T12:00:00Z`) - dayMs
  const middle = sides.reduce((sum, side) => sum + walks('binance', fiat).centre(atMs, side), 0) / sides.length
  const premium = createRandom(seedFor(seed, 'official', fiat)).between(-0.3, 3.5) / 100
  return Math.exp(middle) / (1 + premium)
}

export function officialRateHistory(span: {
  readonly seed: number
  readonly crossed?: CrossedFiats
  readonly fromMs: number
  readonly toMs: number
}): readonly (FiatsRate & { readonly bank: string })[] {
  const world = createWorld(span.seed, span.crossed)
  const days: string[] = []
  for (let atMs = span.fromMs; atMs <= span.toMs; atMs += dayMs) days.push(new Date(atMs).toISOString().slice(0, 10))
  return centralBanks.flatMap(({ id: bank, name: source, fiats }) =>
    days.flatMap((day) =>
      fiats.map((fiat) => ({
        fiat,
        day,
        source,
        bank,
        rate: Number(officialDollarRate(world, fiat, day).toPrecision(6)),
      })),
    ),
  )
}
