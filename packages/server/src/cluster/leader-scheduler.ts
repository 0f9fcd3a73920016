import { combineJobs, type OpenJob, timerJob } from '../base/jobs.js'
import { faultFields } from '../base/log/log.js'
import type { Runtime } from '../base/runtime.js'
import type { Clock } from '../base/time/clock.js'
import { every } from '../base/time/timers.js'
import { type LeaderJob, type LeaseRow, type LeaseStore, runWhileLeader } from './lease.js'
import type { LeaderJobs, SharedStores } from './open-cluster.js'

/** Delay of the first elections for collecting, so that the market leader starts collecting first. */
const firstCollectMs = 1_000
const hourMs = 3_600_000
const newestChanges = 100_000

export type LeaderScheduler<Led> = ReturnType<typeof createLeaderScheduler<Led>>

/** Runs each job on one server: the one that holds the job's lease. */
export function createLeaderScheduler<Led>(ports: {
  readonly self: string
  readonly sharing: SharedStores<Led>
  readonly runtime: Runtime
  /** Reads the own appends from the log, as every other server does. */
  readonly catchUp: () => Promise<void>
  readonly reportOutage: (trouble: string) => (error: unknown) => void
}) {
  const scheduler = {
    ...ports,
    running: new Map<string, LeaderJob>(),
    collectLeases: withDelayedAcquire(ports.sharing.leases, {
      isEager: (): boolean => scheduler.reviewsHere,
      clock: ports.runtime.clock,
    }),
    startJobs: [] as (() => void)[],
    startCollecting: [] as (() => void)[],
    reviewsHere: false,
  }
  return scheduler
}

export function prepareElections<Led, Context>(
  scheduler: LeaderScheduler<Led>,
  { market, maintenance, chats, collect }: LeaderJobs<Context>,
  contextOf: (led: Led) => Context,
): void {
  const { leases } = scheduler.sharing
  const election = (name: string, open: OpenJob<Context>, under = leases) => {
    return () =>
      scheduler.running.set(
        name,
        runUnderLease(scheduler, name, under, (led) => open(contextOf(led))),
      )
  }
  scheduler.startJobs = [
    election('market', combineJobs([market, collectingAfterIt(scheduler)])),
    election('upkeep', combineJobs([maintenance, changelogCleanup(scheduler)])),
    ...(chats === null ? [] : [election('chats', chats)]),
  ]
  scheduler.startCollecting = [...collect].map(([exchange, open]) =>
    election(`collect:${exchange}`, open, scheduler.collectLeases),
  )
}

export function startElections({ startJobs, startCollecting, runtime }: LeaderScheduler<unknown>): void {
  runAll(startJobs)
  runtime.timers.after(firstCollectMs, () => runAll(startCollecting))
}

export const heldJobs = ({ running }: LeaderScheduler<unknown>): readonly string[] =>
  [...running].flatMap(([name, job]) => (job.fencingToken() === null ? [] : [name]))

export async function endElections({ startCollecting, running }: LeaderScheduler<unknown>): Promise<void> {
  startCollecting.length = 0
  await Promise.all([...running.values()].map((job) => job.stop()))
}

function runUnderLease<Led>(
  { self, sharing, runtime, catchUp, reportOutage }: LeaderScheduler<Led>,
  name: string,
  leases: LeaseStore,
  open: OpenJob<Led>,
): LeaderJob {
  const { log } = runtime
  return runWhileLeader({
    ...runtime,
    store: leases,
    name,
    holder: self,
    startWork: async (token) => {
      log.info(`this server has the duty of ${name} from now on`)
      // Read the previous holder's last writes before writing anything.
      await catchUp()
      const job = await open(sharing.asLeader(name, token))
      job.start()
      return async () => {
        log.info(`this server has the duty of ${name} no longer`)
        await job.stop()
      }
    },
    reportOutage: reportOutage(`no replica knows the holder of the duty ${name}`),
    reportCrash: (error) => log.error(`the duty of ${name} failed`, faultFields(error)),
  })
}

/** The server that reviews boards collects the exchanges as well, unless another one is faster. */
const collectingAfterIt =
  (scheduler: LeaderScheduler<unknown>): OpenJob<unknown> =>
  async () => ({
    start: () => {
      scheduler.reviewsHere = true
      runAll(scheduler.startCollecting)
    },
    stop: () => {
      scheduler.reviewsHere = false
    },
  })

/** Keeps more than 2 days of changes, and deletes members that left without notice. */
function changelogCleanup({ sharing, runtime, reportOutage }: LeaderScheduler<unknown>): OpenJob<unknown> {
  const prune = async (): Promise<void> => {
    await sharing.changes.keepNewest(newestChanges)
    await sharing.members.forgetSilent(hourMs)
  }
  return async () => timerJob(() => [every(runtime.timers, hourMs, prune, reportOutage('old changes are kept'))])
}

function runAll(starts: (() => void)[]): void {
  for (const start of starts.splice(0)) start()
}

const acquireDelayMs = 3_000
/** Cache time of the lease list, because many leases are checked together. */
const seenMs = 500

/** Lease store that yields to other servers. Unless eager, it takes only leases that were free for 3 s. */
export function withDelayedAcquire(
  store: LeaseStore,
  { isEager, clock }: { readonly isEager: () => boolean; readonly clock: Clock },
): LeaseStore {
  const freeSince = new Map<string, number>()
  let seen: { readonly rows: Promise<readonly LeaseRow[]>; readonly atMonoMs: number } | null = null

  const readLeases = (): Promise<readonly LeaseRow[]> => {
    if (seen === null || clock.monoMs() - seen.atMonoMs >= seenMs)
      seen = { rows: store.all(), atMonoMs: clock.monoMs() }
    return seen.rows
  }

  const isLongFree = async (name: string): Promise<boolean> => {
    const row = (await readLeases()).find((one) => one.name === name)
    if (row !== undefined && row.leftMs > 0) {
      freeSince.delete(name)
      return false
    }
    const since = freeSince.get(name) ?? clock.monoMs()
    freeSince.set(name, since)
    return clock.monoMs() - since >= acquireDelayMs
  }

  return {
    ...store,
    acquireLease: async (name, holder, forMs) => {
      if (!isEager() && !(await isLongFree(name))) return null
      freeSince.delete(name)
      return store.acquireLease(name, holder, forMs)
    },
  }
}
