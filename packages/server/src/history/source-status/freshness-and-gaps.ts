import type { GapReason, SourceCause } from '@p2p-rates/contract'
import type { ExchangeId, Fiat } from '@p2p-rates/core'
import { ageStepSeconds, mostAgeSteps } from '../history-stores.js'
import { intervalsWithin, minuteOf, minutesPerDay, type SourceUptime, sourcesOf, type Uptime } from './uptime.js'

type GapCause = { readonly reason: GapReason; readonly cause: SourceCause | null }

/** From a midnight on. */
export type QualitySpan = { readonly fromMs: number; readonly toMs: number }

export function freshnessOf(
  uptime: Uptime,
  { exchange, fiat }: { readonly exchange: ExchangeId; readonly fiat: Fiat },
  { fromMs, toMs }: QualitySpan,
) {
  const [source] = sourcesOf(uptime, exchange, [fiat])
  const [from = 0, to = 0] = [fromMs, toMs].map((ms) =>
    Math.max(0, Math.ceil((minuteOf(ms) - uptime.firstMinute) / minutesPerDay)),
  )
  const counts = Array.from({ length: mostAgeSteps }, (_, step) => {
    let count = 0
    for (let day = from; day < to; day++) count += source?.ages[day * mostAgeSteps + step] ?? 0
    return count
  })
  const checks = counts.reduce((sum, count) => sum + count, 0)
  return {
    exchange,
    checks,
    /** Maximum age in 50 % and in 95 % of the samples; `null` if there are none. */
    p50Seconds: quantileOf(counts, checks, 0.5),
    p95Seconds: quantileOf(counts, checks, 0.95),
    within: (seconds: number): number | null => {
      if (checks === 0) return null
      // The last step has no upper bound, so it meets no target.
      const steps = Math.min(mostAgeSteps - 1, Math.floor(seconds / ageStepSeconds))
      return counts.slice(0, steps).reduce((sum, count) => sum + count, 0) / checks
    },
  }
}

/** The end of the step in which so large a share of all is reached. The last step has no end: one step more stands for it. */
function quantileOf(counts: readonly number[], checks: number, share: number): number | null {
  if (checks === 0) return null
  let seen = 0
  const step = counts.findIndex((count) => {
    seen += count
    return seen >= share * checks
  })
  return (step + 1) * ageStepSeconds
}

type Seen = Map<string, GapCause & { readonly minutes: number }>

/** Returns the reason seen in most minutes. A live source counts as `no_price`, because it had no reliable price. */
export function gapReason(uptime: Uptime, sources: readonly SourceUptime[], fromMs: number, toMs: number): GapCause {
  const [from, to] = [minuteOf(fromMs), minuteOf(toMs)]
  if (from < uptime.firstMinute) return { reason: 'unknown', cause: null }
  const seen: Seen = new Map()
  const looked = new Uint8Array(to - from)
  for (const { intervals } of sources)
    for (const { from: begin, to: end, condition } of intervalsWithin(intervals, from, to)) {
      const [first, last] = [Math.max(from, begin), Math.min(to, end)]
      looked.fill(1, first - from, last - from)
      const why = {
        reason: condition.state === 'live' ? ('no_price' as const) : condition.state,
        cause: condition.cause,
      }
      const name = `${why.reason} ${why.cause}`
      seen.set(name, { ...why, minutes: (seen.get(name)?.minutes ?? 0) + last - first })
    }
  const lookedMinutes = looked.reduce((sum, one) => sum + one, 0)
  if (lookedMinutes * 2 < to - from) return { reason: 'unobserved', cause: null }
  // `unsupported` weighs least, because it explains no gap of the exchanges that trade the currency.
  const [main] = [...seen.values()].toSorted((a, b) => weightOf(b) - weightOf(a))
  return main === undefined ? { reason: 'unobserved', cause: null } : { reason: main.reason, cause: main.cause }
}

const weightOf = ({ reason, minutes }: { readonly reason: GapReason; readonly minutes: number }): number =>
  reason === 'unsupported' ? minutes / 1_000_000 : minutes
