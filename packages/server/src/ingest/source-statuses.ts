import { type ExchangeId, type Fiat, type Side, sides } from '@p2p-rates/core'
import type { Clock } from '../base/time/clock.js'
import type { SideStatus, SourceStatus } from '../market/sources-report.js'
import { type BoardState, isStandingStill } from './board-state.js'
import type { DatedFault } from './fault-log.js'
import type { ReadingValidator } from './reading-validator.js'
import type { WorkerStatus } from './worker-status.js'

export function createSourceStatuses(ports: {
  readonly fiats: readonly Fiat[]
  readonly workers: () => readonly WorkerStatus[]
  readonly validator: Pick<ReadingValidator, 'boardState' | 'isSwapped'>
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
    fiats.some((fiat) => sides.some((side) => validator.boardState(exchange, fiat, side).everHadAds))

  const statusOf = (lane: WorkerStatus, fiat: Fiat): SourceStatus => {
    const { exchange, isSimulated } = lane
    const isUnattended = lane.isUnattended(fiat)
    const { now: breaker, trouble } = lane.breaker
    const faults = sides.flatMap((side: Side) => lane.lastFault({ fiat, side }) ?? [])
    const nextMonoMs =
      breaker.state === 'closed' ? lane.nextCycleMonoMs(fiat) : Math.max(clock.monoMs(), breaker.notBeforeMonoMs)
    return {
      exchange,
      fiat,
      sides: sides.map((side) => sideOf(validator.boardState(exchange, fiat, side))),
      isSwapped: validator.isSwapped(exchange, fiat),
      lastFault: worstOf(faults),
      deniesMarket:
        faults.length === sides.length && faults.every(({ kind, isOver }) => kind === 'no_market' && !isOver),
      showsAds: showsAds(exchange),
      leftAlone: breaker.state === 'closed' ? null : { kind: breaker.kind, reason: trouble?.message ?? null },
      nextAttemptAtMs: isUnattended ? null : Math.round(wallMsOf(nextMonoMs)),
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
