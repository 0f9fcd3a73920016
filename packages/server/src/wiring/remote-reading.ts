import { randomBytes } from 'node:crypto'
import type { ExchangeId, Fault } from '@p2p-rates/core'
import type { ExchangeClientOptions, RemoteFetcher } from '@p2p-rates/core/node'
import { createMemoryPollNonces } from '../agents/memory-poll-nonces.js'
import { createMemoryTaskBoard } from '../agents/memory-task-board.js'
import { createOffers, type Offers } from '../agents/offers.js'
import { pollIntervalMs, type Regularly } from '../agents/poll-once.js'
import { createPolls } from '../agents/polls.js'
import { createRemoteReading, type ReporterEvent } from '../agents/remote-reading.js'
import type { ReporterStore } from '../agents/reporter-store.js'
import type { PostedTasks } from '../agents/task-board.js'
import type { Config } from '../config.js'
import type { AgentApi } from '../http/agent-routes.js'
import type { Log } from '../log/log.js'
import type { Store } from '../storage/store.js'
import type { Clock } from '../time/clock.js'
import type { Cancel, Timers } from '../time/timers.js'

const words = {
  contradicted: 'a remote collector contradicts another, and is checked again',
  held_out: 'a remote collector has contradicted others twice and is held out',
  unresolved: 'two remote collectors contradict each other, and neither is used: add a third to find the wrong one',
} as const

export interface RemoteReading {
  readonly clientOptions: Pick<ExchangeClientOptions, 'remote'>
  readonly desk: AgentApi
  /** This server has an exchange read from now on, until it is cancelled. `tasks`: null where no other server hands any out. */
  startReading(
    exchange: ExchangeId,
    right: { readonly store: ReporterStore; readonly tasks: PostedTasks | null },
  ): Cancel | undefined
  dismiss(reporter: string): void
  stop(): void
}

/** Null where there are none, and nothing of all this is there. */
export function openRemoteReading(ports: {
  readonly config: Pick<Config, 'REMOTE_EXCHANGES'>
  readonly store: Pick<Store, 'reporters' | 'sharing'>
  readonly clock: Clock
  readonly timers: Timers
  readonly repeat: (ms: number, trouble: string, work: () => Promise<void>) => Cancel
  readonly log: Log
  readonly count: (outcome: string) => void
}): RemoteReading | null {
  const { config, store, clock, timers, repeat, log, count } = ports
  const { REMOTE_EXCHANGES: exchanges = [] } = config
  if (exchanges.length === 0) return null
  const randomId = () => randomBytes(16).toString('base64url')
  const regularly: Regularly = (look) => repeat(pollIntervalMs, 'pages cannot be given to remote collectors', look)
  const own = createMemoryTaskBoard(clock)
  const open = store.sharing?.tasks ?? own
  const polls = createPolls({ tasks: open, timers, regularly })
  const asking = new Map<ExchangeId, { readonly ask: RemoteFetcher; readonly offers: Offers }>()

  const report = ({ kind, reporter, exchange }: ReporterEvent): void => {
    count(kind)
    log[kind === 'held_out' ? 'error' : 'warn'](words[kind], { reporter, exchange })
  }

  return {
    clientOptions: {
      remote: new Map(
        exchanges.map((exchange) => [
          exchange,
          async (errand, signal) => asking.get(exchange)?.ask(errand, signal) ?? noLongerRead,
        ]),
      ),
    },
    desk: {
      find: store.reporters.find,
      claim: polls.claim,
      answer: async (from, answer) => {
        const isTaken = await open.answer(from, answer)
        if (isTaken) for (const { offers } of asking.values()) offers.pollOffers()
        return isTaken
      },
      nonces: store.sharing?.pollNonces ?? createMemoryPollNonces(clock),
    },
    startReading: (exchange, { store: reporters, tasks }) => {
      if (!exchanges.includes(exchange)) return
      const offers = createOffers({
        tasks: tasks ?? own,
        clock,
        timers,
        randomId,
        onPosted: polls.pollTasks,
        regularly,
      })
      const ask = createRemoteReading({ offers, store: reporters, timers, random: Math.random, randomId, report })
      const entry = { ask, offers }
      asking.set(exchange, entry)
      return () => {
        if (asking.get(exchange) === entry) asking.delete(exchange)
        offers.stop()
      }
    },
    dismiss: polls.dismiss,
    stop: () => {
      polls.stop()
      for (const { offers } of asking.values()) offers.stop()
    },
  }
}

const noLongerRead: Fault = { kind: 'unavailable', message: 'This server no longer reads this exchange.' }
