import type { ConditionInput } from '@p2p-rates/contract'
import { type ExchangeId, type Fiat, type Side, sides } from '@p2p-rates/core'
import type { Clock } from '../base/time/clock.js'
import type { SideStatus, SourceStatus } from '../market/sources-report.js'
import { type BoardState, boardStateOf, isStandingStill, type ReadingValidator } from './reading-validator.js'
import type { DatedFault, WorkerStatus } from './worker-status.js'

export function createSourceStatuses(ports: {
  readonly fiats: readonly Fiat[]
  readonly workers: () => readonly WorkerStatus[]
  readonly validator: ReadingValidator
  readonly clock: Clock
}): () => readonly SourceStatus[] {
  const { fiats, workers, validator, clock } = ports

  const wallMsOf = (monoMs: number): number => clock.wallMs() + monoMs - clock.monoMs()

  const sideOf = (watch: BoardState): SideStatus => {
    const { newest, everHadAds, hold, stillness } = watch
    return {
      newest: newest && {
        observedAtMs: newest.board.observedAtMs,
        askedAtMs: wallMsOf(newest.receivedMonoMs),
        ads: newest.board.ads.length,
        ...(newest.board.remote === undefined ? {} : { remote: newest.board.remote }),
      },
      everHadAds,
      isHeld: hold !== null,
      still:
        stillness !== null && isStandingStill(watch)
          ? { sinceMs: wallMsOf(stillness.sinceMonoMs), isLeftBehind: stillness.isLeftBehind }
          : null,
    }
  }

  const showsAds = (exchange: ExchangeId): boolean =>
    fiats.some((fiat) => sides.some((side) => boardStateOf(validator, { exchange, fiat, side }).everHadAds))

  const statusOf = (lane: WorkerStatus, fiat: Fiat): SourceStatus => {
    const { exchange, isSimulated } = lane
    const isUnattended = lane.isUnattended(fiat)
    const { now: breaker, trouble } = lane.breaker
    const faults = sides.flatMap((side: Side) => lane.lastFault({ fiat, side }) ?? [])
    const nextMonoMs = breaker.state === 'closed' ? lane.nextCycleMonoMs(fiat) : breaker.notBeforeMonoMs
    return {
      exchange,
      fiat,
      sides: sides.map((side) => sideOf(boardStateOf(validator, { exchange, fiat, side }))),
      isSwapped: validator.swaps.isSwapped(exchange, fiat),
      lastFault: worstOf(faults),
      deniesMarket:
        faults.length === sides.length && faults.every(({ kind, isOver }) => kind === 'no_market' && !isOver),
      showsAds: showsAds(exchange),
      leftAlone: breaker.state === 'closed' ? null : { kind: breaker.kind, reason: trouble?.message ?? null },
      nextAttemptAtMs:
        isUnattended || nextMonoMs === null ? null : Math.round(wallMsOf(Math.max(clock.monoMs(), nextMonoMs))),
      isUnattended,
      isSimulated,
    }
  }

  return () => fiats.flatMap((fiat) => workers().map((lane) => statusOf(lane, fiat)))
}

/** One that lasts before one that is over, then the newest. */
function worstOf(faults: readonly DatedFault[]): SourceStatus['lastFault'] {
  const [worst] = faults.toSorted((a, b) => Number(a.isOver) - Number(b.isOver) || b.atMs - a.atMs)
  return worst === undefined
    ? null
    : { kind: worst.kind, message: worst.message, atMs: worst.atMs, isOver: worst.isOver }
}

/** Returns how each exchange is asked: as usual, not at all for a while, or by a probe. */
export const exchangeConditions = (workers: readonly WorkerStatus[], clock: Clock): readonly ConditionInput[] =>
  workers.map(({ exchange, breaker: { now, trouble } }) => ({
    exchange,
    state: stateWords[now.state],
    cause: now.kind,
    message: trouble?.message ?? null,
    times: now.openings,
    untilMs:
      now.state === 'open' && now.notBeforeMonoMs !== null
        ? Math.round(clock.wallMs() + Math.max(0, now.notBeforeMonoMs - clock.monoMs()))
        : null,
    pace: now.rate,
  }))

const stateWords = { closed: 'asked', open: 'left_alone', probing: 'probing' } as const
