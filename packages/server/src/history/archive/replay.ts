import { type Clock, systemClock } from '../../base/time/clock.js'
import { systemTimers, type Timers } from '../../base/time/timers.js'
import { freshForMs } from '../../market/market-snapshot.js'
import type { ArchivedMarket, ArchivedRules } from './archived-market.js'
import { type ArchivedSpan, type ReportDamage, readArchive } from './read-archive.js'
import { createReplayClock } from './replay-clock.js'

export interface Replay {
  readonly clock: Clock
  readonly timers: Timers
  readonly speed: number
  readonly rules: ArchivedRules
  /** Show every market at its instant, with its age. Call it only once. */
  run(show: (market: ArchivedMarket, ageMs: number) => Promise<void>): void
  readonly begun: Promise<void>
  /** The clock stands still from now on. Rejects where the archive could not be read to its end. */
  readonly ended: Promise<void>
  stop(): void
}

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
  readonly real?: { readonly clock: Clock; readonly timers: Timers }
}): Promise<Replay> {
  const { path, span, speed, onDamage } = options
  const { real = { clock: systemClock, timers: systemTimers } } = options
  // Read from `freshForMs` earlier: those markets are still fresh at the start.
  const markets = readArchive(path, { ...span, fromMs: span.fromMs - freshForMs }, onDamage)
  const first = await markets.next()
  if (first.done === true) throw new EmptyReplayError('The archive holds nothing of that time.')
  const time = createReplayClock({ fromMs: span.fromMs, speed, real })
  const begun = withResolvers()
  const ended = withResolvers()
  let stopped = false

  const showAll = async (show: (market: ArchivedMarket, ageMs: number) => Promise<void>): Promise<void> => {
    let next: IteratorResult<ArchivedMarket> = first
    for (; next.done !== true && !stopped; next = await markets.next()) {
      const { judgedAtMs } = next.value.snapshot
      if (judgedAtMs > span.fromMs) begun.resolve()
      time.allowUntil(judgedAtMs)
      await time.waitUntil(judgedAtMs)
      await show(next.value, Math.max(0, time.clock.wallMs() - judgedAtMs))
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
    run: (show) => {
      showAll(show).then(ended.resolve, (error: unknown) => {
        begun.reject(error)
        ended.reject(error)
      })
    },
    begun: begun.promise,
    ended: ended.promise,
    stop: () => {
      stopped = true
      time.stop()
    },
  }
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
