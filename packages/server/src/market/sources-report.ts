import type { SourceFacts, SourceState } from '@p2p-rates/contract'
import type { ExchangeId, Fault } from '@p2p-rates/core'
import type { Breaker } from '../collecting/breaker.js'
import type { DatedFault } from '../collecting/fault-log.js'
import { isStandingStill, type Watch } from '../collecting/intake.js'
import { cyclesToBelieveSwap } from '../collecting/swap-suspicion.js'
import { isFresh } from './freshness.js'

/** All that is known about one exchange for one currency. */
export type SourceScene = {
  readonly exchange: ExchangeId
  readonly fiat: string
  readonly watches: readonly Watch[]
  /** Cycles in a row in which its sides looked exchanged. */
  readonly swaps: number
  readonly lastFault: DatedFault | null
  /** It says itself that it has no such market. */
  readonly deniesMarket: boolean
  /** It has shown ads in some currency: an empty list of its is news about the market, not about us. */
  readonly showsAds: boolean
  readonly breaker: Breaker
  /** What made us leave the whole exchange alone. */
  readonly trouble: Fault | null
  readonly trustedAds: number
  readonly nextCycleMonoMs: number
  readonly simulated: boolean
}
type Now = { readonly wallMs: number; readonly monoMs: number }

export const reportSource = (scene: SourceScene, now: Now): SourceFacts => {
  const { exchange, fiat, watches, lastFault, breaker, trustedAds, nextCycleMonoMs, simulated } = scene
  const newest = watches.flatMap((watch) => watch.newest ?? [])
  const nextMonoMs = breaker.state === 'closed' ? nextCycleMonoMs : Math.max(now.monoMs, breaker.notBeforeMonoMs)
  return {
    exchange,
    fiat,
    ...verdict(scene, now),
    observedAtMs: newest.length === 0 ? null : Math.max(...newest.map(({ board }) => board.observedAtMs)),
    ads: newest.reduce((ads, { board }) => ads + board.ads.length, 0),
    trustedAds,
    lastError: lastFault && { kind: lastFault.kind, message: lastFault.message, atMs: lastFault.atMs },
    nextAttemptAtMs: Math.round(now.wallMs + nextMonoMs - now.monoMs),
    simulated,
  }
}

type Verdict = { readonly state: SourceState; readonly reason: string | null }

const verdict = (scene: SourceScene, now: Now): Verdict => {
  const { watches, swaps, lastFault } = scene
  const fresh = watches.filter(({ newest }) => newest !== null && isFresh(newest.receivedMonoMs, now.monoMs))
  if (fresh.every(({ newest }) => newest?.board.ads.length === 0)) return whyNothing(scene, fresh.length > 0)
  if (swaps >= cyclesToBelieveSwap)
    return { state: 'held_out', reason: 'Its two sides look exchanged: each stands where the other belongs.' }
  if (fresh.some(({ hold }) => hold !== null))
    return { state: 'held_out', reason: 'Its prices contradict those of the other exchanges.' }
  const still = fresh.filter(({ stillness }) => isStandingStill(stillness))
  if (still.length > 0) return { state: 'frozen', reason: whyFrozen(still) }
  return { state: 'live', reason: lastFault?.over === false ? lastFault.message : null }
}

const whyNothing = (scene: SourceScene, isEmpty: boolean): Verdict => {
  const { watches, lastFault, breaker, trouble, deniesMarket, showsAds } = scene
  // Known once and for all: trouble with the exchange since then changes nothing about it.
  if (deniesMarket && lastFault !== null) return { state: 'unsupported', reason: lastFault.message }
  if (showsAds && watches.every(({ newest, everHadAds }) => newest !== null && !everHadAds))
    return { state: 'unsupported', reason: 'It has shown no ad for this currency since we began to ask.' }
  if (breaker.state !== 'closed') {
    const state = breaker.kind === 'blocked' ? 'blocked' : 'stale'
    return { state, reason: trouble?.message ?? 'The exchange failed before the last restart and is left alone.' }
  }
  if (isEmpty) return { state: 'empty', reason: 'It shows no ads for this currency at the moment.' }
  if (lastFault?.over === false) return { state: 'stale', reason: lastFault.message }
  const isNew = watches.every(({ newest }) => newest === null)
  return { state: 'stale', reason: isNew ? 'Nothing has been received yet.' : 'The last data are too old to be used.' }
}

const whyFrozen = (still: readonly Watch[]): string => {
  const ms = Math.max(
    ...still.flatMap(
      ({ newest, stillness }) => (newest && stillness && newest.receivedMonoMs - stillness.sinceMonoMs) ?? [],
    ),
  )
  const meanwhile = still.some(({ stillness }) => stillness?.isLeftBehind) ? ', while the other exchanges moved on' : ''
  return `Nothing on it has moved for ${Math.floor(ms / 60_000)} minutes${meanwhile}.`
}
