import { faultFields, type Log } from '../base/log/log.js'
import { every, type Timers } from '../base/time/timers.js'
import type { Modules } from './build.js'

export type Cleanup = ReturnType<typeof createCleanup>

/** Resources to close at shutdown, last opened first. A failure does not skip the rest. */
export function createCleanup(report: (error: unknown) => void) {
  const closers: (() => void | Promise<void>)[] = []
  return {
    add: (close: () => void | Promise<void>): void => void closers.push(close),
    close: async (): Promise<void> => {
      for (let close = closers.pop(); close !== undefined; close = closers.pop())
        try {
          await close()
        } catch (error) {
          report(error)
        }
    },
  }
}

export function createShutdown(ports: {
  readonly cleanup: Cleanup
  readonly timers: Timers
  readonly log: Log
  /** Returns the reason why writes can't be acknowledged; null if they can. */
  readonly dataHealth: () => Promise<Error | null>
  readonly finish: () => Promise<void>
}) {
  const { cleanup, timers, log, dataHealth, finish } = ports
  let stopped: Promise<void> | null = null
  let resolveEnded: (reason: Error) => void = () => {}
  const ended = new Promise<Error>((resolve) => {
    resolveEnded = resolve
  })

  const checkData = async (): Promise<void> => {
    const reason = await dataHealth()
    if (reason === null || stopped !== null) return
    log.error(reason.message)
    stopped = cleanup.close()
    const cancelHurry = timers.after(forcedEndMs, () => resolveEnded(reason))
    void stopped.then(cancelHurry).then(() => resolveEnded(reason))
  }

  return {
    /** Finishes running work and closes everything. Later calls return the first call's promise. */
    stop: (): Promise<void> => {
      stopped ??= finish().finally(cleanup.close)
      return stopped
    },
    /** Resolves with the reason if the server stopped by itself. */
    ended,
    watchData: (): void =>
      cleanup.add(
        every(timers, pollIntervalMs, checkData, (error) => log.error('looking after the data', faultFields(error))),
      ),
  }
}

/** Without its data, the server waits at most 1 s for running work. */
const forcedEndMs = 1_000
/** Poll interval, so that lost data files are noticed within 1 s even without a write. */
const pollIntervalMs = 250

/** Stops in reverse: first the answers to clients, then the jobs, then their last writes. */
export async function finishWork({ cluster, market, ingest, alerts, accounts, http }: Modules): Promise<void> {
  http.announceStop()
  await cluster.drainStreams(http.streams)
  ingest.endPolls()
  const closed = http.finishAnswers()
  await cluster.stopJobs()
  market.stop()
  await Promise.all([http.streams.stop(), alerts.stop()])
  await closed
  await accounts.ledger.flush()
}
