import { centralBanks } from '@p2p-rates/core'
import type { FiatsRate } from '@p2p-rates/core/internal'
import type { CrossedFiats } from '../world/currencies.js'
import { createWorld } from '../world/world.js'
import { officialDollarRate } from './official-dollar-rate.js'

const dayMs = 86_400_000

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
