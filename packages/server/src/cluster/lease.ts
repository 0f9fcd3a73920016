import type { Clock } from '../base/time/clock.js'
import type { Cancel, Timers } from '../base/time/timers.js'

/** A lease that was won: the generation rises with every new holder. */
export type FencingToken = number

export type LeaseRow = {
  readonly name: string
  readonly holder: string
  readonly generation: FencingToken
  /** Negative once it has run out. */
  readonly leftMs: number
}

/** Implemented in storage/; every implementation passes lease-store.contract.ts. Leases run by the database's clock. */
export interface LeaseStore {
  /** Null if any server holds it, even the caller. Once it resolves, no write of an earlier holder can succeed. */
  acquireLease(name: string, holder: string, forMs: number): Promise<FencingToken | null>
  /** False if another server has taken the lease. */
  renewLease(name: string, holder: string, forMs: number): Promise<boolean>
  /** Release the lease at once. Does nothing if another server holds it. */
  releaseLease(name: string, holder: string): Promise<void>
  all(): Promise<readonly LeaseRow[]>
}

export type Lease = ReturnType<typeof createLease>

type LeasePorts = {
  readonly store: LeaseStore
  readonly name: string
  /** This server, as no other is called. */
  readonly holder: string
  readonly clock: Clock
  readonly timers: Timers
  readonly onWon: (generation: FencingToken) => void
  /** Callback for a lost lease: another server holds it, the store can't confirm it, or `stop` gave it up. */
  readonly onLost: () => void
  readonly reportOutage: (error: unknown) => void
}

/** By the database's clock. */
const leaseMs = 10_000
/** By the holder's own: it stops before another can begin. */
const trustedMs = 8_000
const renewMs = 3_000
const acquireRetryMs = 1_000
/** A single blip must not cost the lead. */
const errorRetryMs = 500

export function createLease(ports: LeasePorts) {
  const { store, name, holder, clock, timers, onWon, onLost, reportOutage } = ports
  let held: { readonly generation: FencingToken; readonly trustedUntil: number } | null = null
  let isWanted = false
  /** The answer to a request for the lease was lost or late: the store may count it as ours for its whole term. */
  let mayBeOurs = false
  let cancel: Cancel = () => {}
  let cancelEnd: Cancel = () => {}
  let asking: Promise<void> = Promise.resolve()

  const lose = (): void => {
    if (held === null) return
    held = null
    cancelEnd()
    onLost()
  }

  /** Counted from before the question: what the database grants begins no earlier. */
  function hold(generation: FencingToken, askedAt: number): void {
    const isNew = held === null
    held = { generation, trustedUntil: askedAt + trustedMs }
    cancelEnd()
    cancelEnd = timers.after(held.trustedUntil - clock.monoMs(), lose)
    if (isNew) onWon(generation)
  }

  async function acquireOrRenew(): Promise<number> {
    const askedAt = clock.monoMs()
    const before = held
    if (before === null) {
      if (mayBeOurs) await store.releaseLease(name, holder)
      mayBeOurs = true
      const generation = await store.acquireLease(name, holder, leaseMs)
      // An answer that took too long is worth nothing.
      if (generation !== null && clock.monoMs() - askedAt >= trustedMs) return 0
      mayBeOurs = false
      if (generation === null) return acquireRetryMs
      hold(generation, askedAt)
      return renewMs
    }
    if (await store.renewLease(name, holder, leaseMs)) {
      // Lost meanwhile by our own clock: another may have led and gone.
      if (held !== null) hold(before.generation, askedAt)
      return renewMs
    }
    lose()
    return acquireRetryMs
  }

  const next = (ms: number): void => {
    if (!isWanted) return
    cancel = timers.after(ms, () => {
      asking = acquireOrRenew().then(next, (error: unknown) => {
        reportOutage(error)
        next(errorRetryMs)
      })
    })
  }

  return {
    /** The generation under which it may write; `null` while it does not lead, or no longer knows whether it does. */
    fencingToken: () => (held !== null && clock.monoMs() < held.trustedUntil ? held.generation : null),
    start: (): void => {
      isWanted = true
      next(0)
    },
    /** Gives it up, so that another has it at once. */
    stop: async (): Promise<void> => {
      isWanted = false
      cancel()
      await asking
      const mayBeHeld = held !== null || mayBeOurs
      lose()
      // If the store cannot be asked, the lease runs out by itself.
      if (mayBeHeld) await store.releaseLease(name, holder).catch(reportOutage)
    },
  }
}

export type LeaderJob = ReturnType<typeof runWhileLeader>

/** Delay before this server wants the lease again after its job failed to start. */
const rejoinAfterCrashMs = 3_000

type StopWork = () => void | Promise<void>

/** Job that only one server runs at a time: it starts with the lease and ends with it. */
export function runWhileLeader(
  ports: Omit<LeasePorts, 'onWon' | 'onLost'> & {
    /** `generation` is asked before everything that is written. */
    readonly startWork: (generation: () => FencingToken | null) => Promise<StopWork>
    readonly reportCrash: (error: unknown) => void
  },
) {
  const { startWork, timers, reportCrash } = ports
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
    ...ports,
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
