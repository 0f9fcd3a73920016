import type { ExchangeId } from '@p2p-rates/core'
import type { Config } from '../base/config.js'
import type { OpenJob, RunningJob } from '../base/jobs.js'
import type { ClusterGauges } from '../base/metrics/metrics.js'
import type { Redis } from '../base/redis/redis.js'
import type { Runtime } from '../base/runtime.js'
import type { ChangeLog } from './events/change-log.js'
import type { LocalAppends } from './events/changelog-bus.js'
import { createInProcessBus, type EventBus } from './events/event-bus.js'
import type { FreshnessGuard } from './events/freshness-guard.js'
import type { FencingToken, LeaseStore } from './lease.js'
import type { MemberStore, Propagated } from './membership.js'

/**
 * The cluster module: whether this server is alone with its data, or one of several over one database and one Redis.
 *
 * It carries the events between the parts of the service (in this process, or through the changelog of the database),
 * and it decides which server runs a job that must run once. A job is held under a lease; every write of its holder is
 * fenced, so that one which has lost its lease without noticing writes nothing.
 *
 * - Alone: listeners act before an event counts as published, and this server runs every job.
 * - One of several: each server, the sender included, gets the events in the order of the changelog.
 * - Without Redis, servers learn of changes from the database twice a second instead of at once, limits are counted
 *   alone (see `limits`), and `/readyz` stays 200.
 * - Without the database, cached data is served while Redis says that no server has written anything, and for
 *   10 seconds beyond that. A server that alone has lost the database turns unready and hands its streams over.
 */
export interface Cluster<Led> {
  readonly eventBus: EventBus
  /** State that the servers share; null if this one is alone. */
  readonly shared: SharedState | null
  /** Prepares the jobs that one server runs for all. Resolves once they can start. */
  prepareJobs<Context>(jobs: LeaderJobs<Context>, contextOf: (led: Led | null) => Context): Promise<void>
  start(address: string, hub: ClosableStreams): Promise<void>
  /** Returns the reason why clients should not use this server now; null if it is ready. */
  readinessProblem(): Promise<string | null>
  awaitPropagation(): Promise<Propagated | null>
  gauges(): ClusterGauges | null
  /** Waits before shutdown until health checks have noticed, then closes the streams in batches. */
  drainStreams(hub: ClosableStreams): Promise<void>
  stopJobs(): Promise<void>
  close(): Promise<void>
}

export type SharedState = {
  readonly redis: Redis
  /** Under this name the servers over the same data count together. */
  readonly clusterId: string
  readonly server: string
  readonly secret: Buffer
  servers(): number
  readonly freshness: FreshnessGuard
  /** For callers who must not see older data here than on another server. */
  readonly consistency: { readonly dataVersion: number; catchUp(): Promise<boolean> }
  /** Reads the changelog now. `own` holds what this server has just appended. */
  catchUp(own: LocalAppends): Promise<void>
  /** Notes whether limits are counted together, for `/readyz`, the metrics and the other servers. */
  reportLimits(isCountingTogether: boolean): void
}

export type ClosableStreams = { closeAllGradually(withinMs: number): Promise<void> }

/** The ports of the store over which servers share data. `asLeader` fences every write by the job's lease. */
export type SharedStores<Led> = {
  readonly changes: ChangeLog
  readonly leases: LeaseStore
  readonly members: MemberStore
  asLeader(lease: string, token: () => FencingToken | null): Led
}

export type LeaderJobs<Context> = {
  readonly market: OpenJob<Context>
  readonly maintenance: OpenJob<Context>
  readonly chats: OpenJob<Context> | null
  readonly collect: ReadonlyMap<ExchangeId, OpenJob<Context>>
}

export type ClusterPorts<Led> = {
  readonly config: Config
  readonly runtime: Runtime
  readonly store: {
    readonly cluster: SharedStores<Led> | null
    setMetaIfAbsent(name: string, value: string): Promise<string>
  }
  readonly secret: () => Buffer
  /** Given by tests: the bus of a server that is alone. */
  readonly localBus?: EventBus | undefined
  readonly canWrite: () => Promise<boolean>
}

export async function openCluster<Led>(ports: ClusterPorts<Led>): Promise<Cluster<Led>> {
  const { config, store } = ports
  if (store.cluster === null || config.REDIS_URL === undefined) return openAlone(ports)
  const { joinCluster } = await import('./join-cluster.js')
  return joinCluster({ ...ports, sharing: store.cluster, redisUrl: config.REDIS_URL })
}

function openAlone<Led>({ runtime, localBus, canWrite }: ClusterPorts<Led>): Cluster<Led> {
  const jobs: RunningJob[] = []
  return {
    eventBus:
      localBus ?? createInProcessBus((kind, error) => runtime.logError(`some replicas did not act on ${kind}`)(error)),
    shared: null,
    prepareJobs: async ({ market, collect, maintenance, chats }, contextOf) => {
      for (const open of [market, ...collect.values(), maintenance, ...(chats === null ? [] : [chats])])
        jobs.push(await open(contextOf(null)))
    },
    start: async () => {
      for (const job of jobs) job.start()
    },
    readinessProblem: async () => ((await canWrite()) ? null : 'The storage cannot be written.'),
    awaitPropagation: async () => null,
    gauges: () => null,
    drainStreams: async () => {},
    stopJobs: async () => {
      // Collectors stop before the market job, the reverse of how they started.
      for (const job of jobs.splice(0).reverse()) await job.stop()
    },
    close: async () => {},
  }
}
