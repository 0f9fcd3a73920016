import { fiats as allFiats, type ExchangeId, exchangeIds, type Fiat } from '@p2p-rates/core'
import { createRandom, type Random, seedFor } from '@p2p-rates/core/internal'
import { isTraded } from './world/currencies.js'

/** `refused`: it turned the caller away. `silent`: no answer came. `implausible`: answers that no price is made of. */
export type OutageKind = 'refused' | 'silent' | 'implausible'

export type PastOutage = {
  readonly exchange: ExchangeId
  readonly fiats: readonly Fiat[]
  readonly kind: OutageKind
  readonly fromMs: number
  readonly toMs: number
}

const minuteMs = 60_000
const dayMs = 86_400_000

/**
 * Generate past troubles: about two a week for every exchange, and one exchange within the last day. All of them are
 * over.
 */
export function generateOutages(options: {
  readonly seed: number
  readonly fromMs: number
  readonly toMs: number
  readonly exchanges?: readonly ExchangeId[]
}): readonly PastOutage[] {
  const { seed, fromMs, toMs, exchanges = exchangeIds } = options
  const lastDay = createRandom(seedFor(seed, 'troubles', 'last day'))
  const recent = lastDay.pick(exchanges)
  return exchanges.flatMap((exchange) => {
    const random = createRandom(seedFor(seed, 'troubles', exchange))
    const about = random.integer(0, Math.round(((toMs - fromMs) / dayMs) * 0.5))
    const begins = Array.from({ length: about }, () => random.between(fromMs, toMs))
    // Before all others, so that none of them takes its place.
    if (exchange === recent) begins.unshift(toMs - lastDay.between(0.3, 0.9) * dayMs)
    return begins.flatMap((beginMs) => outageAt(exchange, beginMs, toMs, random) ?? []).reduce(oneAtATime, [])
  })
}

const oneAtATime = (kept: readonly PastOutage[], next: PastOutage): readonly PastOutage[] =>
  kept.some((one) => one.fromMs <= next.toMs && next.fromMs <= one.toMs) ? kept : [...kept, next]

function outageAt(exchange: ExchangeId, beginMs: number, toMs: number, random: Random): PastOutage | null {
  const traded = allFiats.filter((fiat) => isTraded(exchange, fiat, 'SELL'))
  const kind = random.pick(['refused', 'silent', 'silent', 'implausible'] as const)
  const minutes = kind === 'implausible' ? random.integer(20, 180) : random.integer(6, 90)
  const fromMs = Math.floor(beginMs / minuteMs) * minuteMs
  const fiats = kind === 'implausible' ? [random.pick(traded)] : traded
  const endMs = fromMs + minutes * minuteMs
  return endMs < toMs ? { exchange, fiats, kind, fromMs, toMs: endMs } : null
}
