import { randomBytes } from 'node:crypto'
import type { ExchangeId, Fault } from '@p2p-rates/core'
import type { ExchangeClientOptions, RemoteFetcher } from '@p2p-rates/core/node'
import type { Config } from '../../base/config.js'
import type { Log } from '../../base/log/log.js'
import type { Clock } from '../../base/time/clock.js'
import type { Cancel, Timers } from '../../base/time/timers.js'
import type { AgentApi } from '../../http/agent-routes.js'
import { createLongPolls } from '../../ingest/agents/long-polls.js'
import { createMemoryPollNonces } from '../../ingest/agents/memory-poll-nonces.js'
import { createMemoryTaskBoard } from '../../ingest/agents/memory-task-board.js'
import { createPageRequests, type PageRequests } from '../../ingest/agents/page-requests.js'
import { createRemoteFetcher, type ReporterEvent } from '../../ingest/agents/remote-fetcher.js'
import type { ReporterStore } from '../../ingest/agents/reporter-store.js'
import { pollIntervalMs, type RunPeriodically } from '../../ingest/agents/single-flight-poll.js'
import type { PostedTasks } from '../../ingest/agents/task-board.js'
import type { Store } from '../../storage/store.js'

const warningTexts = {
  contradicted: 'a remote collector contradicts another, and is checked again',
  held_out: 'a remote collector has contradicted others twice and is held out',
  unresolved: 'two remote collectors contradict each other, and neither is used: add a third to find the wrong one',
} as const

export interface RemoteAgents {
  readonly clientOptions: Pick<ExchangeClientOptions, 'remote'>
  readonly agentApi: AgentApi
  /** This server has an exchange read from now on, until it is cancelled. `tasks`: null where no other server hands any out. */
  startReading(
    exchange: ExchangeId,
    right: { readonly store: ReporterStore; readonly tasks: PostedTasks | null },
  ): Cancel | undefined
  disconnectAgent(reporter: string): void
  stop(): void
}

/** Null where there are none, and nothing of all this is there. */
export function openRemoteAgents(ports: {
  readonly config: Pick<Config, 'REMOTE_EXCHANGES'>
  readonly store: Pick<Store, 'reporters' | 'cluster'>
  readonly clock: Clock
  readonly timers: Timers
  readonly repeat: (ms: number, trouble: string, work: () => Promise<void>) => Cancel
  readonly log: Log
  readonly count: (outcome: string) => void
}): RemoteAgents | null {
  const { config, store, clock, timers, repeat, log, count } = ports
  const { REMOTE_EXCHANGES: exchanges = [] } = config
  if (exchanges.length === 0) return null
  const randomId = () => randomBytes(16).toString('base64url')
  const runPeriodically: RunPeriodically = (look) =>
    repeat(pollIntervalMs, 'pages cannot be given to remote collectors', look)
  const localTasks = createMemoryTaskBoard(clock)
  const openTasks = store.cluster?.tasks ?? localTasks
  const polls = createLongPolls({ tasks: openTasks, timers, runPeriodically })
  const readersByExchange = new Map<ExchangeId, { readonly ask: RemoteFetcher; readonly offers: PageRequests }>()

  const report = ({ kind, reporter, exchange }: ReporterEvent): void => {
    count(kind)
    log[kind === 'held_out' ? 'error' : 'warn'](warningTexts[kind], { reporter, exchange })
  }

  return {
    clientOptions: {
      remote: new Map(
        exchanges.map((exchange) => [
          exchange,
          async (errand, signal) => readersByExchange.get(exchange)?.ask(errand, signal) ?? noLongerRead,
        ]),
      ),
    },
    agentApi: {
      find: store.reporters.find,
      claim: polls.waitForTask,
      answer: async (from, answer) => {
        const isTaken = await openTasks.submitAnswer(from, answer)
        if (isTaken) for (const { offers } of readersByExchange.values()) offers.pollOutcomes()
        return isTaken
      },
      nonces: store.cluster?.pollNonces ?? createMemoryPollNonces(clock),
    },
    startReading: (exchange, { store: reporters, tasks }) => {
      if (!exchanges.includes(exchange)) return
      const offers = createPageRequests({
        tasks: tasks ?? localTasks,
        clock,
        timers,
        randomId,
        onPosted: polls.pollTasks,
        runPeriodically,
      })
      const ask = createRemoteFetcher({ offers, store: reporters, timers, random: Math.random, randomId, report })
      const entry = { ask, offers }
      readersByExchange.set(exchange, entry)
      return () => {
        if (readersByExchange.get(exchange) === entry) readersByExchange.delete(exchange)
        offers.stop()
      }
    },
    disconnectAgent: polls.dismissReporter,
    stop: () => {
      polls.stop()
      for (const { offers } of readersByExchange.values()) offers.stop()
    },
  }
}

const noLongerRead: Fault = { kind: 'unavailable', message: 'This server no longer reads this exchange.' }
