import type { SourceCause, SourceInput, SourceState } from '@p2p-rates/contract'
import type { ExchangeId, FaultKind, Fiat, RemoteReading } from '@p2p-rates/core'
import { isFresh } from './freshness.js'

/** What the collector knows of one side: plain data, all instants by one wall clock. */
export type SideScene = {
  readonly newest: {
    readonly observedAtMs: number
    /** When it was asked for: its age counts from then. */
    readonly askedAtMs: number
    readonly ads: number
    /** Absent where we have read it ourselves. */
    readonly remote?: RemoteReading
  } | null
  readonly everHadAds: boolean
  /** It contradicts the other exchanges. */
  readonly isHeld: boolean
  /** Since when nothing on it has moved, once that is worth telling. */
  readonly still: { readonly sinceMs: number; readonly isLeftBehind: boolean } | null
}

/** All that the collector knows about one exchange for one currency. */
export type SourceStatus = {
  readonly exchange: ExchangeId
  readonly fiat: Fiat
  readonly sides: readonly SideScene[]
  /** Each side stands where the other belongs. */
  readonly isSwapped: boolean
  /** `isOver`: it has answered since. */
  readonly lastFault: {
    readonly kind: FaultKind
    readonly message: string
    readonly atMs: number
    readonly isOver: boolean
  } | null
  /** It says itself that it has no such market. */
  readonly deniesMarket: boolean
  /** It has shown ads in some currency: an empty list of its is news about the market, not about us. */
  readonly showsAds: boolean
  /** The whole exchange is left alone, and why; the reason does not outlive a restart. */
  readonly leftAlone: { readonly kind: FaultKind | null; readonly reason: string | null } | null
  /** `null` while no server asks it. */
  readonly nextAttemptAtMs: number | null
  readonly isUnattended: boolean
  readonly isSimulated: boolean
}

/** What is said of one exchange for one currency, and what is kept of it. */
export type SourceReport = SourceInput & {
  /** Why it is not live, beyond what its state says. */
  readonly cause: SourceCause | null
  /** It was asked and has answered or failed since we began. */
  readonly isKnown: boolean
}

/** How one exchange is doing for one currency. `nowMs` is by the clock of the scene. */
export function reportSource(scene: SourceStatus, trustedAds: number, nowMs: number): SourceReport {
  const { exchange, fiat, lastFault, nextAttemptAtMs, isSimulated } = scene
  const newest = scene.sides.flatMap((side) => side.newest ?? [])
  const isKnown = newest.length > 0 || lastFault !== null || scene.leftAlone !== null
  return {
    isKnown,
    exchange,
    fiat,
    ...verdict(scene, nowMs),
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

function verdict(scene: SourceStatus, nowMs: number): Verdict {
  const { sides, isSwapped, lastFault } = scene
  const fresh = sides.filter(({ newest }) => newest !== null && isFresh(newest.askedAtMs, nowMs))
  if (fresh.every(({ newest }) => newest?.ads === 0)) return whyNothing(scene, fresh.length > 0)
  if (isSwapped) return heldOut('swapped_sides', 'Its two sides look exchanged: each stands where the other belongs.')
  if (fresh.some(({ isHeld }) => isHeld))
    return heldOut('implausible', 'Its prices contradict those of the other exchanges.')
  const still = fresh.filter((side) => side.still !== null)
  if (still.length > 0) return { state: 'frozen', reason: whyFrozen(still), cause: null }
  return { state: 'live', reason: lastFault?.isOver === false ? lastFault.message : null, cause: null }
}

const heldOut = (cause: SourceCause, reason: string): Verdict => ({ state: 'held_out', reason, cause })

function whyNothing(scene: SourceStatus, isEmpty: boolean): Verdict {
  const { sides, lastFault, leftAlone, deniesMarket, showsAds, isUnattended } = scene
  // Known once and for all: trouble with the exchange since then changes nothing about it.
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

function whyFrozen(sides: readonly SideScene[]): string {
  const ms = Math.max(
    ...sides.flatMap(({ newest, still }) => (newest && still && newest.askedAtMs - still.sinceMs) ?? []),
  )
  const meanwhile = sides.some(({ still }) => still?.isLeftBehind) ? ', while the other exchanges moved on' : ''
  return `Nothing on it has moved for ${Math.floor(ms / 60_000)} minutes${meanwhile}.`
}
