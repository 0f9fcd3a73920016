import type { ErrorCode, RecentErrorInput } from '@p2p-rates/contract'
import { createBoundedCache } from '../../base/bounded-cache.js'
import { getOrCreate } from '../../base/get-or-create.js'
import type { Clock } from '../../base/time/clock.js'

export type ErrorPlace = {
  readonly code: ErrorCode
  readonly endpoint: string
  /** The name of the endpoint's own parameter or field that was wrong. */
  readonly param: string | null
  readonly suggestion: string | null
}

type Kind = ErrorPlace & {
  lastAtMs: number
  /** Count per hour of the monotonic clock. */
  readonly hours: Map<number, number>
}

const hourMs = 3_600_000
const keptHours = 24

/** Errors of an account in the last 24 hours, by hour. Kept only in memory, with bounded size. */
export function createRecentErrors(clock: Clock, { accounts = 5_000, kindsEach = 50 } = {}) {
  const known = createBoundedCache<string, Map<string, Kind>>(accounts)
  const hourNow = () => Math.floor(clock.monoMs() / hourMs)

  const kindOf = (kinds: Map<string, Kind>, error: ErrorPlace): Kind => {
    const name = `${error.code} ${error.endpoint} ${error.param} ${error.suggestion}`
    const kind = kinds.get(name) ?? { ...error, lastAtMs: 0, hours: new Map() }
    // The last in the table is the one that was met last.
    kinds.delete(name)
    kinds.set(name, kind)
    return kind
  }

  return {
    recordError: (accountId: string, error: ErrorPlace): void => {
      const kinds = getOrCreate(known, accountId, () => new Map<string, Kind>())
      const kind = kindOf(kinds, error)
      const hour = hourNow()
      if (!kind.hours.has(hour)) forgetBefore(kind, hour)
      kind.hours.set(hour, (kind.hours.get(hour) ?? 0) + 1)
      kind.lastAtMs = clock.wallMs()
      if (kinds.size > kindsEach) forgetOldest(kinds)
    },
    /** The most frequent first. */
    of: (accountId: string): readonly RecentErrorInput[] => {
      const hour = hourNow()
      return [...(known.get(accountId)?.values() ?? [])]
        .map((kind) => {
          forgetBefore(kind, hour)
          const { hours, ...facts } = kind
          return { ...facts, count: [...hours.values()].reduce((sum, count) => sum + count, 0) }
        })
        .filter(({ count }) => count > 0)
        .sort((one, other) => other.count - one.count || other.lastAtMs - one.lastAtMs)
    },
  }
}

export type RecentErrors = ReturnType<typeof createRecentErrors>

function forgetOldest(kinds: Map<string, Kind>): void {
  const [oldest] = kinds.keys()
  if (oldest !== undefined) kinds.delete(oldest)
}

function forgetBefore({ hours }: Kind, hour: number): void {
  for (const each of hours.keys()) if (each <= hour - keptHours) hours.delete(each)
}
