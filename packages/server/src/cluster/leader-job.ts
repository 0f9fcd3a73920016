import type { Clock } from '../base/time/clock.js'
import type { Cancel, Timers } from '../base/time/timers.js'
import { createLease, type FencingToken, type LeaseStore } from './lease.js'

export type LeaderJob = ReturnType<typeof runWhileLeader>

/** Delay before this server wants the lease again after its job failed to start. */
const rejoinAfterCrashMs = 3_000

type StopWork = () => void | Promise<void>

/** Job that only one server runs at a time: it starts with the lease and ends with it. */
export function runWhileLeader(ports: {
  readonly leases: LeaseStore
  readonly name: string
  readonly holder: string
  /** `generation` is asked before everything that is written. */
  readonly startWork: (generation: () => FencingToken | null) => Promise<StopWork>
  readonly clock: Clock
  readonly timers: Timers
  readonly reportOutage: (error: unknown) => void
  readonly reportCrash: (error: unknown) => void
}) {
  const { leases, name, holder, startWork, clock, timers, reportOutage, reportCrash } = ports
  /** One after the other: it may be lost while it still begins. */
  let last: Promise<void> = Promise.resolve()
  let end: StopWork | null = null
  const then = (work: () => Promise<void>): void => {
    last = last.then(work).catch(reportCrash)
  }
  const stopWork = async (): Promise<void> => {
    const ending = end
    end = null
    await ending?.()
  }

  let isOver = false
  let cancelReturn: Cancel = () => {}
  /** A duty that could not begin here may begin elsewhere, or here a little later. */
  const releaseAfterCrash = async (error: unknown): Promise<void> => {
    reportCrash(error)
    await lease.stop()
    if (!isOver) cancelReturn = timers.after(rejoinAfterCrashMs, lease.start)
  }

  const lease = createLease({
    store: leases,
    name,
    holder,
    clock,
    timers,
    onWon: (won) =>
      then(async () => {
        const generation = () => (lease.fencingToken() === won ? won : null)
        if (generation() === null) return
        try {
          end = await startWork(generation)
        } catch (error) {
          await releaseAfterCrash(error)
        }
      }),
    onLost: () => then(stopWork),
    reportOutage,
  })
  lease.start()
  return {
    fencingToken: lease.fencingToken,
    stop: async (): Promise<void> => {
      isOver = true
      cancelReturn()
      // End the job before releasing the lease, because the next holder may then start writing.
      then(stopWork)
      await last
      await lease.stop()
      await last
    },
  }
}
