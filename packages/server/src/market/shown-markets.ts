import type { Fiat, TrustRules } from '@p2p-rates/core'
import type { Clock } from '../base/time/clock.js'
import type { Cancel, Timers } from '../base/time/timers.js'
import { expiriesOf, type MarketSnapshot, withoutExpired } from './market-snapshot.js'

export type SnapshotListener = (snapshot: MarketSnapshot) => void

/** Event with the newest data of a currency, from the leader to all replicas. */
export type SnapshotPublished = {
  readonly kind: 'snapshot'
  readonly fiat: Fiat
  /** `null` if there are no fresh data. */
  readonly snapshot: MarketSnapshot | null
  /** Age when the event was sent. Relative, because the clocks of other servers differ. */
  readonly ageMs: number
}

/** Markets as shown now. Stale boards expire by this process's own clock. */
export interface ShownMarkets {
  /** Ignores a snapshot whose version is not above the current one. */
  showSnapshot(published: Omit<SnapshotPublished, 'kind'>): void
  snapshot(fiat: Fiat): MarketSnapshot | null
  /** Monotonic instant at which newer data are expected; `null` before the first snapshot. */
  refreshAtMonoMs(fiat: Fiat): number | null
  subscribe(listener: SnapshotListener): Cancel
  stop(): void
}

type Shown = {
  readonly original: MarketSnapshot
  readonly remaining: MarketSnapshot
  /** Monotonic instants at which boards of `whole` expire. */
  readonly expiriesMonoMs: readonly number[]
  readonly passed: number
}

export function createShownMarkets(ports: {
  readonly clock: Clock
  readonly timers: Timers
  readonly rules: TrustRules
  readonly reportBug: (error: unknown) => void
}): ShownMarkets {
  const { clock, timers, rules, reportBug } = ports
  const shown = new Map<Fiat, Shown>()
  const refreshes = new Map<Fiat, number>()
  /** Includes hidden currencies. */
  const versions = new Map<Fiat, number>()
  const waits = new Map<Fiat, Cancel>()
  const listeners = new Set<SnapshotListener>()

  const notifyListeners = (snapshot: MarketSnapshot): void => {
    for (const listener of listeners) {
      try {
        listener(snapshot)
      } catch (error) {
        reportBug(error)
      }
    }
  }

  const hide = (fiat: Fiat): void => {
    waits.get(fiat)?.()
    waits.delete(fiat)
    shown.delete(fiat)
  }

  /** Scores the remaining boards again after an expiry, and waits for the next expiry. */
  const put = (fiat: Fiat, before: Omit<Shown, 'remaining' | 'passed'>): Shown | null => {
    hide(fiat)
    const nowMonoMs = clock.monoMs()
    const passed = before.expiriesMonoMs.filter((atMonoMs) => atMonoMs <= nowMonoMs).length
    const remaining = withoutExpired(before.original, passed, rules)
    if (remaining === null) return null
    const next = { ...before, remaining, passed }
    shown.set(fiat, next)
    versions.set(fiat, remaining.version)
    awaitExpiry(fiat, next)
    return next
  }

  const nextExpiryMonoMs = ({ expiriesMonoMs, passed }: Shown): number =>
    expiriesMonoMs[passed] ?? Number.POSITIVE_INFINITY

  const awaitExpiry = (fiat: Fiat, now: Shown): void => {
    const atMonoMs = nextExpiryMonoMs(now)
    if (atMonoMs === Number.POSITIVE_INFINITY) return
    const look = () => {
      // A timer may fire slightly early.
      if (fresh(fiat) === now) awaitExpiry(fiat, now)
    }
    waits.set(fiat, timers.after(Math.ceil(atMonoMs - clock.monoMs()), look))
  }

  const fresh = (fiat: Fiat): Shown | null => {
    const now = shown.get(fiat)
    if (now === undefined) return null
    if (clock.monoMs() < nextExpiryMonoMs(now)) return now
    const next = put(fiat, now)
    if (next !== null) timers.soon(() => notifyListeners(next.remaining))
    return next
  }

  const show = (snapshot: MarketSnapshot, ageMs: number): void => {
    const { fiat } = snapshot
    if (snapshot.version <= (versions.get(fiat) ?? Number.NEGATIVE_INFINITY)) return
    const judgedMonoMs = clock.monoMs() - ageMs
    const monoMsOf = (wallMs: number) => judgedMonoMs + wallMs - snapshot.judgedAtMs
    refreshes.set(fiat, monoMsOf(snapshot.refreshAtMs))
    const next = put(fiat, { original: snapshot, expiriesMonoMs: expiriesOf(snapshot).map(monoMsOf) })
    if (next !== null) notifyListeners(next.remaining)
  }

  return {
    showSnapshot: ({ fiat, snapshot, ageMs }) => (snapshot === null ? hide(fiat) : show(snapshot, ageMs)),
    snapshot: (fiat) => fresh(fiat)?.remaining ?? null,
    refreshAtMonoMs: (fiat) => refreshes.get(fiat) ?? null,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    stop: () => {
      for (const cancel of waits.values()) cancel()
      listeners.clear()
    },
  }
}
