import { type Duty, takeTurnsAt } from '../cluster/duty.js'
import type { LeaseStore } from '../cluster/lease-store.js'
import { reluctantly } from '../cluster/reluctant-leases.js'
import type { LogFeed } from '../feed/log-feed.js'
import { faultFields, type Log } from '../log/log.js'
import type { MarketSnapshot } from '../market/market-snapshot.js'
import type { LedStore, Sharing } from '../store/store.js'
import type { Clock } from '../time/clock.js'
import { every, type Timers } from '../time/timers.js'
import type { EvaluateWithin } from '../webhooks/shared/evaluate-within.js'
import type { AtWork, Duties, OpenDuty } from './company.js'
import { reachElsewhere } from './elsewhere.js'
import { publishInOneStep } from './publishing.js'

/** Who believes asks as well: the other servers wait so long before they want to, after the start. */
const firstAskMs = 1_000
const hourMs = 3_600_000

/** The duties of one of several servers: each is done by whoever has its lease. */
export interface DutyTurns {
  prepare(wanted: Duties): void
  begin(): void
  /** The names of those that this server has at the moment. */
  held(): readonly string[]
  /** Hands them over. */
  end(): Promise<void>
}

export function createDutyTurns(ports: {
  readonly self: string
  readonly sharing: Sharing
  /** What was put into the log is heard here as everywhere. */
  readonly catchUp: LogFeed['catchUp']
  readonly evaluateWithin: EvaluateWithin
  readonly clock: Clock
  readonly timers: Timers
  readonly log: Log
  readonly outage: (trouble: string) => (error: unknown) => void
}): DutyTurns {
  const { self, sharing, catchUp, evaluateWithin, clock, timers, log, outage } = ports
  const duties = new Map<string, Duty>()
  let begins: (() => void)[] = []
  let asks: (() => void)[] = []
  const all = (starts: (() => void)[]): void => {
    for (const start of starts.splice(0)) start()
  }

  let believesHere = false
  const leasesToAsk = reluctantly(sharing.leases, { isEager: () => believesHere, clock })

  /** More than two days of changes, and whoever went without a word. */
  const forget = async (): Promise<void> => {
    await sharing.changes.keepNewest(100_000)
    await sharing.members.forgetSilent(hourMs)
  }

  const believing =
    (open: OpenDuty): OpenDuty =>
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
    (open: OpenDuty): OpenDuty =>
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

  const openLed = (led: LedStore, open: OpenDuty): Promise<AtWork> => {
    const evaluate = (within: LedStore, snapshot: MarketSnapshot) => evaluateWithin(within.webhooks, snapshot)
    return open({
      store: led,
      publishMarket: publishInOneStep({ store: led, evaluate, catchUp, clock }),
      elsewhere: reachElsewhere(led, sharing),
      evaluate: async (snapshot) => void (await led.inOneStep((within) => evaluate(within, snapshot))),
    })
  }

  const wantTo = (name: string, open: OpenDuty, leases: LeaseStore) => () => {
    const duty = takeTurnsAt({
      leases,
      name,
      holder: self,
      begin: async (generation) => {
        log.info(`this server has the duty of ${name} from now on`)
        // What the holder before wrote last must be known here before anything is written.
        await catchUp()
        const work = await openLed(sharing.led(name, generation), open)
        work.start()
        return async () => {
          log.info(`this server has the duty of ${name} no longer`)
          await work.stop()
        }
      },
      clock,
      timers,
      reportOutage: outage(`nobody can say who has the duty of ${name}`),
      reportCrash: (error) => log.error(`the duty of ${name} failed`, faultFields(error)),
    })
    duties.set(name, duty)
  }

  return {
    prepare: ({ market, upkeep, chats, collect }) => {
      begins = [
        wantTo('market', believing(market), sharing.leases),
        wantTo('upkeep', tidying(upkeep), sharing.leases),
        ...(chats === null ? [] : [wantTo('chats', chats, sharing.leases)]),
      ]
      asks = [...collect].map(([exchange, open]) => wantTo(`collect:${exchange}`, open, leasesToAsk))
    },
    begin: () => {
      all(begins)
      timers.after(firstAskMs, () => all(asks))
    },
    held: () => [...duties].flatMap(([name, duty]) => (duty.generation() === null ? [] : [name])),
    end: async () => {
      asks = []
      await Promise.all([...duties.values()].map((duty) => duty.stop()))
    },
  }
}
