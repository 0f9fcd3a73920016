import { type ExchangeId, type Fiat, type Side, sides } from '@p2p-rates/core'
import type { SideScene, SourceScene } from '../market/sources-report.js'
import type { Clock } from '../time/clock.js'
import { type BoardWatch, isStandingStill } from './board-watch.js'
import type { DatedFault } from './fault-log.js'
import type { Intake } from './intake.js'
import type { LaneView } from './lane-view.js'

/** Tells what is known of every exchange and currency, in the words of those who read it. */
export function createSourceScenes(ports: {
  readonly fiats: readonly Fiat[]
  readonly lanes: () => readonly LaneView[]
  readonly intake: Pick<Intake, 'watch' | 'isSwapped'>
  readonly clock: Clock
}): () => readonly SourceScene[] {
  const { fiats, lanes, intake, clock } = ports

  const wallMsOf = (monoMs: number): number => clock.wallMs() + monoMs - clock.monoMs()

  const sideOf = (watch: BoardWatch): SideScene => {
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
    fiats.some((fiat) => sides.some((side) => intake.watch(exchange, fiat, side).everHadAds))

  const sceneOf = (lane: LaneView, fiat: Fiat): SourceScene => {
    const { exchange, isSimulated } = lane
    const isUnattended = lane.isUnattended(fiat)
    const { now: breaker, trouble } = lane.breaker
    const faults = sides.flatMap((side: Side) => lane.lastFault({ fiat, side }) ?? [])
    const nextMonoMs =
      breaker.state === 'closed' ? lane.nextCycleMonoMs(fiat) : Math.max(clock.monoMs(), breaker.notBeforeMonoMs)
    return {
      exchange,
      fiat,
      sides: sides.map((side) => sideOf(intake.watch(exchange, fiat, side))),
      isSwapped: intake.isSwapped(exchange, fiat),
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

  return () => fiats.flatMap((fiat) => lanes().map((lane) => sceneOf(lane, fiat)))
}

/** One that lasts before one that is over, then the newest. */
function worstOf(faults: readonly DatedFault[]): SourceScene['lastFault'] {
  const [worst] = faults.toSorted((a, b) => Number(a.isOver) - Number(b.isOver) || b.atMs - a.atMs)
  return worst === undefined
    ? null
    : { kind: worst.kind, message: worst.message, atMs: worst.atMs, isOver: worst.isOver }
}
