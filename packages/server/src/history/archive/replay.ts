import { isDeepStrictEqual } from 'node:util'
import { judgeMarket, normalRules } from '@p2p-rates/core'
import { type Clock, systemClock } from '../../base/time/clock.js'
import { type Cancel, systemTimers, type Timers } from '../../base/time/timers.js'
import { boardBeforeTrust, freshForMs } from '../../market/market-snapshot.js'
import { type ArchivedMarket, flatMarketOf } from './archived-market.js'
import { type ArchivedSpan, type ReportDamage, readArchive } from './read-archive.js'

type MachineTime = { readonly clock: Clock; readonly timers: Timers }
type ShowArchived = (market: ArchivedMarket, ageMs: number) => Promise<void>

export type Replay = Awaited<ReturnType<typeof openReplay>>

class EmptyReplayError extends Error {
  override readonly name = 'EmptyReplayError'
}

/** Opens an archive at an instant of it; throws where it holds nothing of that time. */
export async function openReplay(options: {
  readonly path: string
  readonly span: ArchivedSpan
  readonly speed: number
  readonly onDamage: ReportDamage
  /** Given by tests. */
  readonly real?: MachineTime
}) {
  const { path, span, speed, onDamage } = options
  const { real = { clock: systemClock, timers: systemTimers } } = options
  // Read from `freshForMs` earlier: those markets are still fresh at the start.
  const markets = readArchive(path, { ...span, fromMs: span.fromMs - freshForMs }, onDamage)
  const first = await markets.next()
  if (first.done === true) throw new EmptyReplayError('The archive holds nothing of that time.')
  const time = createReplayClock(span.fromMs, speed, real)
  const begun = withResolvers()
  const ended = withResolvers()
  let stopped = false

  const showAll = async (show: ShowArchived): Promise<void> => {
    let next: IteratorResult<ArchivedMarket> = first
    for (; next.done !== true && !stopped; next = await markets.next()) {
      const { judgedAtMs } = next.value.snapshot
      if (judgedAtMs > span.fromMs) begun.resolve()
      time.allowUntil(judgedAtMs)
      await time.waitUntil(judgedAtMs)
      await show(withPoints(next.value), Math.max(0, time.clock.wallMs() - judgedAtMs))
    }
    begun.resolve()
    time.allowUntil(span.toMs)
    await time.waitUntil(span.toMs)
  }

  return {
    clock: time.clock,
    timers: time.timers,
    speed,
    rules: first.value.rules,
    /** Show every market at its instant, with its age. Call it only once. */
    run: (show: ShowArchived): void => {
      showAll(show).then(ended.resolve, (error: unknown) => {
        begun.reject(error)
        ended.reject(error)
      })
    },
    begun: begun.promise,
    /** The clock stands still from now on. Rejects where the archive could not be read to its end. */
    ended: ended.promise,
    stop: (): void => {
      stopped = true
      time.stop()
    },
  }
}

/** Adds the points of reasons, which archives leave out. Verdicts stay if this release would judge otherwise. */
function withPoints(archived: ArchivedMarket): ArchivedMarket {
  const { snapshot, rules } = archived
  const boards = snapshot.market.boards.map(boardBeforeTrust)
  const market = judgeMarket(snapshot.fiat, boards, snapshot.memory, { ...normalRules, ...rules })
  const again = { ...archived, snapshot: { ...snapshot, market } }
  return isDeepStrictEqual(flatMarketOf(again), flatMarketOf(archived)) ? again : archived
}

function withResolvers() {
  let resolve = () => {}
  let reject: (error: unknown) => void = () => {}
  const promise = new Promise<void>((done, fail) => {
    resolve = done
    reject = fail
  })
  // Avoid an unhandled rejection if no caller awaits this promise.
  promise.catch(() => {})
  return { promise, resolve, reject }
}

const pollIntervalMs = 5
const beginMonoMs = 86_400_000
/** A timer of Node takes no more. */
const longestMs = 3_600_000

/** The time of a replay. It never passes an instant whose markets are not shown yet, and stands still at its end. */
function createReplayClock(fromMs: number, speed: number, real: MachineTime) {
  let mayReachMs = fromMs
  let seen = { atMonoMs: real.clock.monoMs(), passedMs: 0 }
  let stopped = false

  /** Time lost to waiting is not made up: the replay continues at its normal speed. */
  const passedMs = (): number => {
    const nowMonoMs = real.clock.monoMs()
    const passed = Math.min(mayReachMs - fromMs, seen.passedMs + (nowMonoMs - seen.atMonoMs) * speed)
    seen = { atMonoMs: nowMonoMs, passedMs: Math.max(seen.passedMs, passed) }
    return seen.passedMs
  }

  const clock: Clock = {
    wallMs: () => Math.floor(fromMs + passedMs()),
    // Ages count from below the beginning, too: no instant of a replay is before its clock began.
    monoMs: () => beginMonoMs + passedMs(),
  }

  const at = (targetMs: number, run: () => void): Cancel => {
    let isCancelled = false
    let cancel = () => {}
    const look = (): void => {
      if (isCancelled || stopped) return
      const leftMs = (targetMs - passedMs()) / speed
      if (leftMs <= 0) run()
      else cancel = real.timers.after(Math.min(longestMs, Math.max(pollIntervalMs, leftMs)), look)
    }
    cancel = real.timers.after(Math.min(longestMs, Math.max(0, targetMs - passedMs()) / speed), look)
    return () => {
      isCancelled = true
      cancel()
    }
  }

  const timers: Timers = { after: (ms, run) => at(passedMs() + Math.max(0, ms), run), soon: real.timers.soon }
  return {
    clock,
    timers,
    allowUntil: (wallMs: number): void => {
      // Update the time before raising the limit, so that the wait is not made up.
      passedMs()
      mayReachMs = Math.max(mayReachMs, wallMs)
    },
    waitUntil: async (wallMs: number): Promise<void> => {
      const targetMs = wallMs - fromMs
      if (passedMs() < targetMs) await new Promise<void>((resolve) => void at(targetMs, resolve))
    },
    stop: (): void => {
      stopped = true
    },
  }
}
