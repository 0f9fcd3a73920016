import { randomBytes } from 'node:crypto'
import type { ExchangeId, Fault } from '@p2p-rates/core'
import type { ExchangeClientOptions, RemoteFetcher } from '@p2p-rates/core/node'
import type { Config } from '../../base/config.js'
import type { Runtime } from '../../base/runtime.js'
import type { Cancel } from '../../base/time/timers.js'
import { createLongPolls } from './long-polls.js'
import { createMemoryTaskBoard } from './memory-task-board.js'
import { createPageRequests, type PageRequests } from './page-requests.js'
import { createMemoryPollNonces, type PollNonces } from './poll-nonces.js'
import { createRemoteFetcher, type ReporterEvent } from './remote-fetcher.js'
import type { ReporterStore } from './reporter.js'
import type { OpenTasks, PostedTasks, RunPeriodically } from './task-board.js'

const warningTexts = {
  contradicted: 'a remote collector contradicts another, and is checked again',
  held_out: 'a remote collector has contradicted others twice and is held out',
  unresolved: 'two remote collectors contradict each other, and neither is used: add a third to find the wrong one',
} as const

export type AgentStores = {
  readonly reporters: ReporterStore
  /** Null if this server is alone. */
  readonly cluster: { readonly tasks: OpenTasks; readonly pollNonces: PollNonces } | null
}

/** Opens the reading of exchanges by remote collectors. Null if the configuration names no such exchange. */
export function openRemoteAgents(ports: {
  readonly config: Pick<Config, 'REMOTE_EXCHANGES'>
  readonly store: AgentStores
  readonly runtime: Runtime
  readonly runPeriodically: RunPeriodically
  readonly count: (outcome: string) => void
}) {
  const { config, store, runtime, runPeriodically, count } = ports
  const { clock, timers, log } = runtime
  const { REMOTE_EXCHANGES: exchanges = [] } = config
  if (exchanges.length === 0) return null
  const randomId = () => randomBytes(16).toString('base64url')
  const localTasks = createMemoryTaskBoard(clock)
  const openTasks = store.cluster?.tasks ?? localTasks
  const polls = createLongPolls({ tasks: openTasks, timers, runPeriodically })
  const readersByExchange = new Map<ExchangeId, { readonly ask: RemoteFetcher; readonly offers: PageRequests }>()

  const report = ({ kind, reporter, exchange }: ReporterEvent): void => {
    count(kind)
    log[kind === 'held_out' ? 'error' : 'warn'](warningTexts[kind], { reporter, exchange })
  }

  const remote: ExchangeClientOptions['remote'] = new Map(
    exchanges.map((exchange) => [
      exchange,
      async (request, signal) => readersByExchange.get(exchange)?.ask(request, signal) ?? noLongerRead,
    ]),
  )
  const agentApi = {
    find: store.reporters.find,
    claim: polls.waitForTask,
    answer: async (...[from, answer]: Parameters<OpenTasks['submitAnswer']>): Promise<boolean> => {
      const isTaken = await openTasks.submitAnswer(from, answer)
      if (isTaken) for (const { offers } of readersByExchange.values()) offers.pollOutcomes()
      return isTaken
    },
    nonces: store.cluster?.pollNonces ?? createMemoryPollNonces(clock),
  }

  return {
    clientOptions: { remote },
    agentApi,
    /** Has an exchange read from now on, until cancelled. `tasks` is null if no other server hands any out. */
    startReading: (
      exchange: ExchangeId,
      { store: reporters, tasks }: { readonly store: ReporterStore; readonly tasks: PostedTasks | null },
    ): Cancel | undefined => {
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

export type RemoteAgents = NonNullable<ReturnType<typeof openRemoteAgents>>

const noLongerRead: Fault = { kind: 'unavailable', message: 'This server no longer reads this exchange.' }
