import type { EvaluateInTransaction } from '../../alerts/webhooks/shared/evaluate-in-transaction.js'
import type { OpenJob, RunningJob } from '../../base/jobs.js'
import { faultFields, type Log } from '../../base/log/log.js'
import type { Clock } from '../../base/time/clock.js'
import { every, type Timers } from '../../base/time/timers.js'
import { withDelayedAcquire } from '../../cluster/delayed-leases.js'
import type { ChangelogBus } from '../../cluster/events/changelog-bus.js'
import { type LeaderJob, runWhileLeader } from '../../cluster/leader-job.js'
import type { LeaseStore } from '../../cluster/lease-store.js'
import type { MarketSnapshot } from '../../market/market-snapshot.js'
import type { ClusterStore, LeaderStore } from '../../storage/store.js'
import type { JobContext, LeaderJobs } from './deployment.js'
import { publishInTransaction } from './market-publishers.js'
import { openPeerChannel } from './peer-channel.js'

/** Delay of the first elections for collecting, so that the market leader starts collecting first. */
const firstCollectMs = 1_000
const hourMs = 3_600_000

export interface LeaderScheduler {
  prepare(wanted: LeaderJobs): void
  startElections(): void
  held(): readonly string[]
  endElections(): Promise<void>
}

export function createLeaderScheduler(ports: {
  readonly self: string
  readonly sharing: ClusterStore
  /** Read own appends from the log, as every other server does. */
  readonly catchUp: ChangelogBus['catchUp']
  readonly evaluateInTransaction: EvaluateInTransaction
  readonly clock: Clock
  readonly timers: Timers
  readonly log: Log
  readonly outage: (trouble: string) => (error: unknown) => void
}): LeaderScheduler {
  const { self, sharing, catchUp, evaluateInTransaction, clock, timers, log, outage } = ports
  const duties = new Map<string, LeaderJob>()
  let jobElections: (() => void)[] = []
  let collectElections: (() => void)[] = []
  const all = (starts: (() => void)[]): void => {
    for (const start of starts.splice(0)) start()
  }

  let reviewsHere = false
  const collectLeases = withDelayedAcquire(sharing.leases, { isEager: () => reviewsHere, clock })

  /** Keep more than 2 days of changes, and delete members that left without notice. */
  const pruneChangelog = async (): Promise<void> => {
    await sharing.changes.keepNewest(100_000)
    await sharing.members.forgetSilent(hourMs)
  }

  const trackingReview =
    (open: OpenJob<JobContext>): OpenJob<JobContext> =>
    async (context) => {
      const work = await open(context)
      return {
        start: () => {
          work.start()
          reviewsHere = true
          all(collectElections)
        },
        stop: () => {
          reviewsHere = false
          return work.stop()
        },
      }
    }

  const withChangelogCleanup =
    (open: OpenJob<JobContext>): OpenJob<JobContext> =>
    async (context) => {
      const work = await open(context)
      let end = () => {}
      return {
        start: () => {
          work.start()
          end = every(timers, hourMs, pruneChangelog, outage('old changes are kept'))
        },
        stop: () => {
          end()
          return work.stop()
        },
      }
    }

  const openAsLeader = (led: LeaderStore, open: OpenJob<JobContext>): Promise<RunningJob> => {
    const evaluate = (within: LeaderStore, snapshot: MarketSnapshot) => evaluateInTransaction(within.webhooks, snapshot)
    return open({
      store: led,
      publishMarket: publishInTransaction({ store: led, evaluate, catchUp, clock }),
      peers: openPeerChannel(led, sharing),
      evaluate: async (snapshot) => void (await led.inTransaction((within) => evaluate(within, snapshot))),
    })
  }

  const electionFor = (name: string, open: OpenJob<JobContext>, leases: LeaseStore) => () => {
    const duty = runWhileLeader({
      leases,
      name,
      holder: self,
      startWork: async (generation) => {
        log.info(`this server has the duty of ${name} from now on`)
        // Read the previous holder's last writes before writing anything.
        await catchUp()
        const work = await openAsLeader(sharing.asLeader(name, generation), open)
        work.start()
        return async () => {
          log.info(`this server has the duty of ${name} no longer`)
          await work.stop()
        }
      },
      clock,
      timers,
      reportOutage: outage(`no replica knows the holder of the duty ${name}`),
      reportCrash: (error) => log.error(`the duty of ${name} failed`, faultFields(error)),
    })
    duties.set(name, duty)
  }

  return {
    prepare: ({ market, maintenance, chats, collect }) => {
      jobElections = [
        electionFor('market', trackingReview(market), sharing.leases),
        electionFor('upkeep', withChangelogCleanup(maintenance), sharing.leases),
        ...(chats === null ? [] : [electionFor('chats', chats, sharing.leases)]),
      ]
      collectElections = [...collect].map(([exchange, open]) => electionFor(`collect:${exchange}`, open, collectLeases))
    },
    startElections: () => {
      all(jobElections)
      timers.after(firstCollectMs, () => all(collectElections))
    },
    held: () => [...duties].flatMap(([name, duty]) => (duty.fencingToken() === null ? [] : [name])),
    endElections: async () => {
      collectElections = []
      await Promise.all([...duties.values()].map((duty) => duty.stop()))
    },
  }
}
