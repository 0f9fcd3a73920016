import { withDelayedAcquire } from '../cluster/delayed-leases.js'
import { type LeaderJob, runWhileLeader } from '../cluster/leader-job.js'
import type { LeaseStore } from '../cluster/lease-store.js'
import type { ChangelogBus } from '../events/changelog-bus.js'
import { faultFields, type Log } from '../log/log.js'
import type { MarketSnapshot } from '../market/market-snapshot.js'
import type { LeaderStore, Sharing } from '../storage/store.js'
import type { Clock } from '../time/clock.js'
import { every, type Timers } from '../time/timers.js'
import type { EvaluateInTransaction } from '../webhooks/shared/evaluate-in-transaction.js'
import type { LeaderJobs, OpenJob, RunningJob } from './deployment.js'
import { openPeerChannel } from './peer-channel.js'
import { publishInTransaction } from './publishing.js'

/** Delay of the first elections for collecting, so that the market leader starts collecting first. */
const firstAskMs = 1_000
const hourMs = 3_600_000

export interface LeaderScheduler {
  prepare(wanted: LeaderJobs): void
  startElections(): void
  held(): readonly string[]
  endElections(): Promise<void>
}

export function createLeaderScheduler(ports: {
  readonly self: string
  readonly sharing: Sharing
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
  let begins: (() => void)[] = []
  let asks: (() => void)[] = []
  const all = (starts: (() => void)[]): void => {
    for (const start of starts.splice(0)) start()
  }

  let believesHere = false
  const leasesToAsk = withDelayedAcquire(sharing.leases, { isEager: () => believesHere, clock })

  /** Keep more than 2 days of changes, and delete members that left without notice. */
  const forget = async (): Promise<void> => {
    await sharing.changes.keepNewest(100_000)
    await sharing.members.forgetSilent(hourMs)
  }

  const believing =
    (open: OpenJob): OpenJob =>
    async (right) => {
      const work = await open(right)
      return {
        start: () => {
          work.start()
          believesHere = true
          all(asks)
        },
        stop: () => {
          believesHere = false
          return work.stop()
        },
      }
    }

  const tidying =
    (open: OpenJob): OpenJob =>
    async (right) => {
      const work = await open(right)
      let end = () => {}
      return {
        start: () => {
          work.start()
          end = every(timers, hourMs, forget, outage('old changes are kept'))
        },
        stop: () => {
          end()
          return work.stop()
        },
      }
    }

  const openLed = (led: LeaderStore, open: OpenJob): Promise<RunningJob> => {
    const evaluate = (within: LeaderStore, snapshot: MarketSnapshot) => evaluateInTransaction(within.webhooks, snapshot)
    return open({
      store: led,
      publishMarket: publishInTransaction({ store: led, evaluate, catchUp, clock }),
      peers: openPeerChannel(led, sharing),
      evaluate: async (snapshot) => void (await led.inTransaction((within) => evaluate(within, snapshot))),
    })
  }

  const wantTo = (name: string, open: OpenJob, leases: LeaseStore) => () => {
    const duty = runWhileLeader({
      leases,
      name,
      holder: self,
      startElections: async (generation) => {
        log.info(`this server has the duty of ${name} from now on`)
        // Read the previous holder's last writes before writing anything.
        await catchUp()
        const work = await openLed(sharing.asLeader(name, generation), open)
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
      begins = [
        wantTo('market', believing(market), sharing.leases),
        wantTo('upkeep', tidying(maintenance), sharing.leases),
        ...(chats === null ? [] : [wantTo('chats', chats, sharing.leases)]),
      ]
      asks = [...collect].map(([exchange, open]) => wantTo(`collect:${exchange}`, open, leasesToAsk))
    },
    startElections: () => {
      all(begins)
      timers.after(firstAskMs, () => all(asks))
    },
    held: () => [...duties].flatMap(([name, duty]) => (duty.generation() === null ? [] : [name])),
    endElections: async () => {
      asks = []
      await Promise.all([...duties.values()].map((duty) => duty.stop()))
    },
  }
}
