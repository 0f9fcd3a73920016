import type { Fault, FaultKind } from '@p2p-rates/core'

/** Circuit breaker of one exchange. While it is open, no request goes out; then one probe decides. */
export type Breaker = {
  readonly state: 'closed' | 'open' | 'probing'
  /** Fault that opened it last, until a refresh without a fault. */
  readonly kind: FaultKind | null
  /** Consecutive openings by faults of one pause class; the pause grows each time. */
  readonly openings: number
  /** Time of the probe. Null if no request goes out until the server starts again. */
  readonly notBeforeMonoMs: number | null
  readonly faultsInARow: number
  /** The newest outcomes, oldest first; true = fault. */
  readonly recent: readonly boolean[]
  /** Share of our usual pace: halved by "too many requests", regained slowly. */
  readonly rate: number
}

export const closedBreaker: Breaker = {
  state: 'closed',
  kind: null,
  openings: 0,
  notBeforeMonoMs: 0,
  faultsInARow: 0,
  recent: [],
  rate: 1,
}

/** Number of consecutive faults that open the breaker, and its open seconds for the first, second... time. */
type Pause = { readonly after: number; readonly seconds: readonly number[] }
const passing: Pause = { after: 5, seconds: [15, 30, 60] }
const oversight: Pause = { after: 1, seconds: [900] }

const pauses: Readonly<Record<FaultKind, Pause | null>> = {
  timeout: passing,
  network: passing,
  tls: passing,
  dns: passing,
  unavailable: passing,
  bad_response: passing,
  rate_limited: { after: 1, seconds: [60, 120, 240, 480, 900] },
  blocked: { after: 1, seconds: [300, 900, 3_600] },
  too_large: oversight,
  redirect: oversight,
  // The exchange works and is worth asking every cycle.
  schema_drift: null,
  no_market: null,
}

export function afterFault(breaker: Breaker, fault: Fault, nowMonoMs: number): Breaker {
  // Ignore answers to requests from before it opened.
  if (breaker.state === 'open') return breaker
  const pause = pauses[fault.kind]
  if (pause === null) return breaker.state === 'probing' ? closed(breaker) : breaker
  const faultsInARow = breaker.faultsInARow + 1
  const recent = [...breaker.recent, true].slice(-window)
  const counted = { ...breaker, faultsInARow, recent }
  const opens =
    breaker.state === 'probing' ||
    fault.retryAfterSeconds !== undefined ||
    fault.isFinal ||
    faultsInARow >= pause.after ||
    mostlyFaults(recent)
  return opens ? opened(counted, fault, pause, nowMonoMs) : counted
}

export const afterAnswer = (breaker: Breaker): Breaker =>
  breaker.state === 'probing'
    ? closed(breaker)
    : { ...breaker, faultsInARow: 0, recent: [...breaker.recent, false].slice(-window) }

/** A whole refresh without a single answer says as much as five faults in a row, however few it asked. */
export function onCycleFailed(breaker: Breaker, fault: Fault, nowMonoMs: number): Breaker {
  const pause = pauses[fault.kind]
  return breaker.state === 'closed' && pause !== null ? opened(breaker, fault, pause, nowMonoMs) : breaker
}

export const afterGoodCycle = (breaker: Breaker): Breaker => ({
  ...closedBreaker,
  rate: Math.min(1, breaker.rate + regainedPerCycle),
})

export const startProbe = (breaker: Breaker): Breaker => ({ ...breaker, state: 'probing' })

/** As remembered from before a restart: an exchange that was in trouble is probed first. */
export const fromStored = (kind: FaultKind, openings: number, notBeforeMonoMs: number, nowMonoMs: number): Breaker => ({
  ...closedBreaker,
  state: 'open',
  kind,
  openings,
  // A wall clock that was set must not silence an exchange for days.
  notBeforeMonoMs: Math.min(notBeforeMonoMs, nowMonoMs + longestPauseMs),
})

function opened(breaker: Breaker, fault: Fault, pause: Pause, nowMonoMs: number): Breaker {
  const { kind, retryAfterSeconds, isFinal = false } = fault
  // All passing trouble is one trouble: a host that is restarted shows several kinds of it.
  const same = breaker.kind !== null && pauses[breaker.kind] === pause
  const openings = same ? breaker.openings + 1 : 1
  const step = pause.seconds[Math.min(openings, pause.seconds.length) - 1] ?? 0
  return {
    ...breaker,
    state: 'open',
    kind,
    openings,
    notBeforeMonoMs: isFinal ? null : nowMonoMs + pauseSeconds(kind, step, retryAfterSeconds) * 1000,
    rate: kind === 'rate_limited' ? Math.max(slowest, breaker.rate / 2) : breaker.rate,
  }
}

/** Wait as long as the exchange asks, and one second more, because our clocks differ. */
function pauseSeconds(kind: FaultKind, step: number, asked: number | undefined): number {
  if (asked === undefined) return step
  return kind === 'blocked' ? Math.max(step, asked) : asked + 1
}

const closed = (breaker: Breaker): Breaker => ({ ...breaker, state: 'closed', faultsInARow: 0, recent: [] })

const mostlyFaults = (recent: readonly boolean[]): boolean =>
  recent.length >= fewestRequests && recent.filter(Boolean).length * 2 >= recent.length

const window = 20
const fewestRequests = 10
const regainedPerCycle = 0.1
const slowest = 1 / 8
const longestPauseMs = 3_600_000
