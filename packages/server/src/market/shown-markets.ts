import type { Fiat, TrustRules } from '@p2p-rates/core'
import type { Clock } from '../base/time/clock.js'
import type { Cancel, Timers } from '../base/time/timers.js'
import { afterExpiries, expiriesOf, type MarketSnapshot } from './market-snapshot.js'

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

type Shown = {
  readonly original: MarketSnapshot
  readonly remaining: MarketSnapshot
  /** Monotonic instants at which boards of `original` expire. */
  readonly expiriesMonoMs: readonly number[]
  readonly passed: number
}

type ShownMarketsPorts = {
  readonly clock: Clock
  readonly timers: Timers
  readonly rules: TrustRules
  readonly reportBug: (error: unknown) => void
}

/** Markets as shown now. Stale boards expire by this process's own clock. */
export function createShownMarkets(ports: ShownMarketsPorts) {
  const state = createShownState(ports)
  return {
    /** Ignores a snapshot whose version is not above the current one. */
    showSnapshot: ({ fiat, snapshot, ageMs }: Omit<SnapshotPublished, 'kind'>): void =>
      snapshot === null ? hide(state, fiat) : show(state, snapshot, ageMs),
    snapshot: (fiat: Fiat): MarketSnapshot | null => fresh(state, fiat)?.remaining ?? null,
    /** Monotonic instant at which newer data are expected; `null` before the first snapshot. */
    refreshAtMonoMs: (fiat: Fiat): number | null => state.refreshes.get(fiat) ?? null,
    subscribe: (listener: SnapshotListener): Cancel => {
      state.listeners.add(listener)
      return () => void state.listeners.delete(listener)
    },
    stop: (): void => {
      for (const cancel of state.waits.values()) cancel()
      state.listeners.clear()
    },
  }
}

export type ShownMarkets = ReturnType<typeof createShownMarkets>

type ShownState = ReturnType<typeof createShownState>

const createShownState = (ports: ShownMarketsPorts) => ({
  ...ports,
  shown: new Map<Fiat, Shown>(),
  refreshes: new Map<Fiat, number>(),
  /** Includes hidden currencies. */
  versions: new Map<Fiat, number>(),
  waits: new Map<Fiat, Cancel>(),
  listeners: new Set<SnapshotListener>(),
})

function show(state: ShownState, snapshot: MarketSnapshot, ageMs: number): void {
  const { fiat } = snapshot
  if (snapshot.version <= (state.versions.get(fiat) ?? Number.NEGATIVE_INFINITY)) return
  const judgedMonoMs = state.clock.monoMs() - ageMs
  const monoMsOf = (wallMs: number) => judgedMonoMs + wallMs - snapshot.judgedAtMs
  state.refreshes.set(fiat, monoMsOf(snapshot.refreshAtMs))
  const next = put(state, { original: snapshot, expiriesMonoMs: expiriesOf(snapshot).map(monoMsOf) })
  if (next !== null) notifyListeners(state, next.remaining)
}

function hide({ waits, shown }: ShownState, fiat: Fiat): void {
  waits.get(fiat)?.()
  waits.delete(fiat)
  shown.delete(fiat)
}

/** Scores the remaining boards again after an expiry, and waits for the next expiry. */
function put(state: ShownState, before: Pick<Shown, 'original' | 'expiriesMonoMs'>): Shown | null {
  const { original, expiriesMonoMs } = before
  const { fiat } = original
  hide(state, fiat)
  const nowMonoMs = state.clock.monoMs()
  const passed = expiriesMonoMs.filter((atMonoMs) => atMonoMs <= nowMonoMs).length
  const remaining = afterExpiries(original, passed, state.rules)
  if (remaining === null) return null
  const next = { original, expiriesMonoMs, remaining, passed }
  state.shown.set(fiat, next)
  state.versions.set(fiat, remaining.version)
  awaitExpiry(state, next)
  return next
}

const nextExpiryMonoMs = ({ expiriesMonoMs, passed }: Shown): number =>
  expiriesMonoMs[passed] ?? Number.POSITIVE_INFINITY

function awaitExpiry(state: ShownState, now: Shown): void {
  const { fiat } = now.original
  const atMonoMs = nextExpiryMonoMs(now)
  if (atMonoMs === Number.POSITIVE_INFINITY) return
  const look = () => {
    // A timer may fire slightly early.
    if (fresh(state, fiat) === now) awaitExpiry(state, now)
  }
  state.waits.set(fiat, state.timers.after(Math.ceil(atMonoMs - state.clock.monoMs()), look))
}

function fresh(state: ShownState, fiat: Fiat): Shown | null {
  const now = state.shown.get(fiat)
  if (now === undefined) return null
  if (state.clock.monoMs() < nextExpiryMonoMs(now)) return now
  const next = put(state, now)
  if (next !== null) state.timers.soon(() => notifyListeners(state, next.remaining))
  return next
}

function notifyListeners({ listeners, reportBug }: ShownState, snapshot: MarketSnapshot): void {
  for (const listener of listeners) {
    try {
      listener(snapshot)
    } catch (error) {
      reportBug(error)
    }
  }
}
