import type { SourceFacts, SourceState } from '@p2p-rates/contract'
import type { ExchangeId } from '@p2p-rates/core'
import type { Breaker } from './back-off.js'
import { isFresh } from './freshness.js'
import type { Watch } from './intake.js'
import type { DatedFault } from './lane.js'
import { cyclesToBelieveSwap, frozenAfterMs, isBusy } from './plausibility.js'

/** All that is known about one exchange for one currency. */
export type SourceScene = {
  readonly exchange: ExchangeId
  readonly fiat: string
  readonly watches: readonly Watch[]
  /** Cycles in a row in which its sides looked exchanged. */
  readonly swaps: number
  readonly lastFault: DatedFault | null
  readonly breaker: Breaker
  readonly trustedAds: number
  readonly nextCycleMonoMs: number
  readonly simulated: boolean
}
type Now = { readonly wallMs: number; readonly monoMs: number }

export const reportSource = (scene: SourceScene, now: Now): SourceFacts => {
  const { exchange, fiat, watches, lastFault, breaker, trustedAds, simulated } = scene
  const boards = watches.flatMap(({ newest }) => (newest === null ? [] : [newest]))
  const isOpen = breaker.state !== 'closed'
  const nextMonoMs = isOpen ? Math.max(now.monoMs, breaker.notBeforeMonoMs) : scene.nextCycleMonoMs
  const { state, reason } = verdict(scene, now)
  return {
    exchange,
    fiat,
    state,
    reason,
    observedAtMs: boards.length === 0 ? null : Math.max(...boards.map(({ board }) => board.observedAtMs)),
    ads: boards.reduce((ads, { board }) => ads + board.ads.length, 0),
    trustedAds,
    lastError: lastFault && { kind: lastFault.kind, message: lastFault.message, atMs: lastFault.atMs },
    nextAttemptAtMs: Math.round(now.wallMs + nextMonoMs - now.monoMs),
    simulated,
  }
}

type Verdict = { readonly state: SourceState; readonly reason: string | null }

const verdict = ({ watches, swaps, lastFault, breaker }: SourceScene, now: Now): Verdict => {
  const fresh = watches.filter(({ newest }) => newest !== null && isFresh(newest.receivedMonoMs, now.monoMs))
  const hasTrouble = lastFault !== null && !lastFault.over
  if (fresh.length === 0) {
    if (hasTrouble && lastFault.kind === 'no_market') return { state: 'unsupported', reason: lastFault.message }
    if (breaker.state !== 'closed' && breaker.kind === 'blocked')
      return { state: 'blocked', reason: lastFault?.message ?? 'The exchange refused this address.' }
    if (watches.every(({ newest }) => newest === null))
      return { state: 'stale', reason: hasTrouble ? lastFault.message : 'Nothing has been received yet.' }
    return { state: 'stale', reason: hasTrouble ? lastFault.message : 'The last data are too old to be used.' }
  }
  if (swaps >= cyclesToBelieveSwap)
    return { state: 'held_out', reason: 'Its two sides look exchanged: sellers ask less than buyers offer.' }
  if (fresh.some(({ hold }) => hold !== null))
    return { state: 'held_out', reason: 'Its prices contradict those of the other exchanges.' }
  const still = Math.max(...fresh.map(standingStillMs))
  if (still > frozenAfterMs)
    return { state: 'frozen', reason: `Nothing on it has moved for ${Math.floor(still / 60_000)} minutes.` }
  if (fresh.every(({ newest }) => newest?.board.ads.length === 0))
    return watches.some(({ everHadAds }) => everHadAds)
      ? { state: 'empty', reason: 'It shows no ads for this currency at the moment.' }
      : { state: 'unsupported', reason: 'It has never shown an ad for this currency.' }
  return { state: 'live', reason: hasTrouble ? lastFault.message : null }
}

const standingStillMs = ({ newest, sameSinceMonoMs }: Watch): number =>
  newest !== null && isBusy(newest.board) ? newest.receivedMonoMs - sameSinceMonoMs : 0
