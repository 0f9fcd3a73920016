import type { SourceCause, SourceInput, SourceState } from '@p2p-rates/contract'
import type { ExchangeId, FaultKind, Fiat, RemoteReading } from '@p2p-rates/core'
import { isFresh } from './market-snapshot.js'

/** Status of one side. All instants are from one wall clock. */
export type SideStatus = {
  readonly newest: {
    readonly observedAtMs: number
    /** Request time; the age counts from here. */
    readonly askedAtMs: number
    readonly ads: number
    /** Absent if this server read the exchange itself. */
    readonly remote?: RemoteReading
  } | null
  readonly everHadAds: boolean
  /** Its prices contradict those of other exchanges. */
  readonly isHeld: boolean
  /** Set once the side has been frozen long enough to report. */
  readonly still: { readonly sinceMs: number; readonly isLeftBehind: boolean } | null
}

export type SourceStatus = {
  readonly exchange: ExchangeId
  readonly fiat: Fiat
  readonly sides: readonly SideStatus[]
  readonly isSwapped: boolean
  /** `isOver`: a later request succeeded. */
  readonly lastFault: {
    readonly kind: FaultKind
    readonly message: string
    readonly atMs: number
    readonly isOver: boolean
  } | null
  readonly deniesMarket: boolean
  /** In at least one currency. An empty list then means an empty market, not a failed request. */
  readonly showsAds: boolean
  /** Set while the circuit breaker is open for the exchange. The reason is lost at a restart. */
  readonly leftAlone: { readonly kind: FaultKind | null; readonly reason: string | null } | null
  /** `null` while no server reads it. */
  readonly nextAttemptAtMs: number | null
  readonly isUnattended: boolean
  readonly isSimulated: boolean
}

export type SourceReport = SourceInput & {
  /** Cause of a state other than `live`, if the state alone does not say it. */
  readonly cause: SourceCause | null
  readonly isKnown: boolean
}

/** Returns the status. `nowMs` uses the same clock as the input. */
export function reportSource(status: SourceStatus, trustedAds: number, nowMs: number): SourceReport {
  const { exchange, fiat, lastFault, nextAttemptAtMs, isSimulated } = status
  const newest = status.sides.flatMap((side) => side.newest ?? [])
  const isKnown = newest.length > 0 || lastFault !== null || status.leftAlone !== null
  return {
    isKnown,
    exchange,
    fiat,
    ...verdict(status, nowMs),
    observedAtMs: newest.length === 0 ? null : Math.max(...newest.map(({ observedAtMs }) => observedAtMs)),
    ads: newest.reduce((total, { ads }) => total + ads, 0),
    trustedAds,
    lastError: lastFault && { kind: lastFault.kind, message: lastFault.message, atMs: lastFault.atMs },
    nextAttemptAtMs,
    simulated: isSimulated,
    remote: remoteOf(newest),
  }
}

const remoteOf = (newest: readonly { readonly remote?: RemoteReading }[]): RemoteReading | undefined =>
  newest.some(({ remote }) => remote !== undefined)
    ? { checked: newest.every(({ remote }) => remote?.checked !== false) }
    : undefined

type Verdict = { readonly state: SourceState; readonly reason: string | null; readonly cause: SourceCause | null }

function verdict(status: SourceStatus, nowMs: number): Verdict {
  const { sides, isSwapped, lastFault } = status
  const fresh = sides.filter(({ newest }) => newest !== null && isFresh(newest.askedAtMs, nowMs))
  if (fresh.every(({ newest }) => newest?.ads === 0)) return whyNothing(status, fresh.length > 0)
  if (isSwapped) return heldOut('swapped_sides', 'Its two sides look exchanged: each stands where the other belongs.')
  if (fresh.some(({ isHeld }) => isHeld))
    return heldOut('implausible', 'Its prices contradict those of the other exchanges.')
  const still = fresh.filter((side) => side.still !== null)
  if (still.length > 0) return { state: 'frozen', reason: whyFrozen(still), cause: null }
  return { state: 'live', reason: lastFault?.isOver === false ? lastFault.message : null, cause: null }
}

const heldOut = (cause: SourceCause, reason: string): Verdict => ({ state: 'held_out', reason, cause })

function whyNothing(status: SourceStatus, isEmpty: boolean): Verdict {
  const { sides, lastFault, leftAlone, deniesMarket, showsAds, isUnattended } = status
  // Permanent: later failures of the exchange don't change it.
  if (deniesMarket && lastFault !== null) return { state: 'unsupported', reason: lastFault.message, cause: null }
  if (showsAds && sides.every(({ newest, everHadAds }) => newest !== null && !everHadAds))
    return { state: 'unsupported', reason: 'It has shown no ad for this currency since we began to ask.', cause: null }
  if (isUnattended && !isEmpty)
    return { state: 'stale', reason: 'No server asks this exchange at the moment.', cause: null }
  if (leftAlone !== null) {
    const { kind, reason } = leftAlone
    return {
      state: kind === 'blocked' ? 'blocked' : 'stale',
      reason: reason ?? 'The exchange failed before the last restart and is left alone.',
      cause: kind,
    }
  }
  if (isEmpty) return { state: 'empty', reason: 'It shows no ads for this currency at the moment.', cause: null }
  if (lastFault?.isOver === false) return { state: 'stale', reason: lastFault.message, cause: lastFault.kind }
  const isNew = sides.every(({ newest }) => newest === null)
  const reason = isNew ? 'Nothing has been received yet.' : 'The last data are too old to be used.'
  return { state: 'stale', reason, cause: null }
}

function whyFrozen(sides: readonly SideStatus[]): string {
  const ms = Math.max(
    ...sides.flatMap(({ newest, still }) => (newest && still && newest.askedAtMs - still.sinceMs) ?? []),
  )
  const meanwhile = sides.some(({ still }) => still?.isLeftBehind) ? ', while the other exchanges moved on' : ''
  return `Nothing on it has moved for ${Math.floor(ms / 60_000)} minutes${meanwhile}.`
}
