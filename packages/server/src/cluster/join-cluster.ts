import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { type Config, digestOfMatchingSettings } from '../base/config.js'
import { faultFields, type Log } from '../base/log/log.js'
import { awaitRedis, checkRedis } from '../base/redis/check-redis.js'
import { connectRedis } from '../base/redis/connect-redis.js'
import type { Redis } from '../base/redis/redis.js'
import { type Clock, clocksApartMs } from '../base/time/clock.js'
import { type Cancel, every, sleep } from '../base/time/timers.js'
import { version } from '../base/version.js'
import { type HeadWatch, watchLogHead } from './changelog-head.js'
import { type ChangelogBus, createChangelogBus } from './events/changelog-bus.js'
import type { ServerEvent } from './events/event-bus.js'
import { createFreshnessGuard, type FreshnessGuard } from './events/freshness-guard.js'
import {
  createLeaderScheduler,
  endElections,
  heldJobs,
  type LeaderScheduler,
  prepareElections,
  startElections,
} from './leader-scheduler.js'
import { type ClusterMembership, countAlive, startHeartbeat, waitForPropagation } from './membership.js'
import type { ClosableStreams, Cluster, ClusterPorts, SharedState, SharedStores } from './open-cluster.js'

const gradualCloseMs = 20_000
const drainMsOf = ({ DRAIN_SECONDS }: Config): number => DRAIN_SECONDS * 1_000
const handOverCheckMs = 250

type ReplicaPorts<Led> = ClusterPorts<Led> & { readonly sharing: SharedStores<Led>; readonly redisUrl: string }

type Replica<Led> = {
  readonly ports: ReplicaPorts<Led>
  readonly self: string
  readonly redis: Redis
  readonly head: HeadWatch
  readonly eventBus: ChangelogBus
  readonly freshness: FreshnessGuard
  readonly scheduler: LeaderScheduler<Led>
  readonly reportOutage: (trouble: string) => (error: unknown) => void
  membership: ClusterMembership | null
  isRedisChecked: boolean
  isCountingTogether: boolean
  stopHandOver: Cancel
}

/** Any of the servers may run any job, and the truth is in the database alone. */
export async function joinCluster<Led>(ports: ReplicaPorts<Led>): Promise<Cluster<Led>> {
  const { config, runtime, store, sharing, redisUrl, secret } = ports
  const { clock, timers, log } = runtime
  const self = `${hostname()}-${randomBytes(4).toString('hex')}`
  const clusterId = await store.setMetaIfAbsent('cluster', randomBytes(8).toString('hex'))
  const reportOutage = onceAMinute(log)
  const redis = await connectRedis({ url: redisUrl, timers })
  const eventBus = await openChangelog(ports, reportOutage, () => {
    replica.head.publishHead()
    void replica.membership?.beat().catch(() => {})
  })
  const head = watchLogHead({ redis, clusterId, clock, timers, eventBus })
  const replica: Replica<Led> = {
    ports,
    self,
    redis,
    head,
    eventBus,
    freshness: createFreshnessGuard({ eventBus, head, clock, timers }),
    scheduler: createLeaderScheduler({ self, sharing, runtime, catchUp: eventBus.catchUp, reportOutage }),
    reportOutage,
    membership: null,
    isRedisChecked: false,
    isCountingTogether: false,
    stopHandOver: () => {},
  }
  replica.isRedisChecked = await awaitRedis(redis, { timers, onWait: log.warn })
  const others = await countAlive(sharing.members)
  return {
    eventBus,
    shared: {
      redis,
      clusterId,
      server: self,
      secret: secret(),
      servers: () => replica.membership?.servers() ?? others + 1,
      freshness: replica.freshness,
      consistency: {
        get dataVersion() {
          return eventBus.position.seq
        },
        catchUp: replica.freshness.tryCatchUp,
      },
      catchUp: eventBus.catchUp,
      reportLimits: (isCountingTogether) => noteLimits(replica, isCountingTogether),
    } satisfies SharedState,
    prepareJobs: async (jobs, contextOf) => {
      await eventBus.deliverStates()
      prepareElections(replica.scheduler, jobs, contextOf)
    },
    start: (address, hub) => startServing(replica, address, hub),
    readinessProblem: async () => readinessProblem(replica),
    gauges: () => ({
      servers: replica.membership?.servers() ?? 1,
      duties: heldJobs(replica.scheduler),
      troubles: troublesOf(replica),
      lagSeconds: (clock.monoMs() - eventBus.completeAtMonoMs) / 1_000,
      unanswered: redis.unanswered(),
    }),
    awaitPropagation: async () =>
      waitForPropagation((await sharing.changes.head()).seq, { store: sharing.members, clock, timers }),
    drainStreams: async (hub) => {
      await sleep(timers, drainMsOf(config))
      await hub.closeAllGradually(gradualCloseMs)
    },
    stopJobs: () => endElections(replica.scheduler),
    close: () => leave(replica),
  }
}

const openChangelog = (
  { sharing, runtime }: ReplicaPorts<unknown>,
  reportOutage: Replica<unknown>['reportOutage'],
  onRead: () => void,
): Promise<ChangelogBus> =>
  createChangelogBus({
    log: sharing.changes,
    clock: runtime.clock,
    timers: runtime.timers,
    report: (kind, error) => runtime.log.error(`some replicas did not act on ${kind}`, faultFields(error)),
    reportOutage: reportOutage('the database cannot be asked for changes'),
    reportLoss: (from, to) =>
      runtime.log.error(
        `the database went back: changes ${from === null ? 'up to' : `${from} to`} ${to} are lost; repeat the changes made then`,
      ),
    isAlreadyLogged,
    onRead,
  })

async function startServing(replica: Replica<unknown>, address: string, hub: ClosableStreams): Promise<void> {
  const { ports, self, eventBus, freshness, scheduler, reportOutage } = replica
  const { config, runtime, sharing } = ports
  const { clock, timers, log } = runtime
  replica.membership = await startHeartbeat({
    store: sharing.members,
    self: { id: self, release: version, address, settings: digestOfMatchingSettings(config) },
    seen: () => eventBus.position,
    troubles: () => troublesOf(replica),
    clock,
    timers,
    reportOutage: reportOutage('this server cannot say that it is there'),
    onDiffer: () => log.warn('this server has other settings than those before it, and answers by them'),
  })
  startElections(scheduler)
  const handOverIfCutOff = handStreamsOver({
    freshness,
    hub,
    waitMs: drainMsOf(config),
    withinMs: gradualCloseMs,
    clock,
    log,
  })
  replica.stopHandOver = every(timers, handOverCheckMs, handOverIfCutOff, reportOutage('streams are not handed over'))
}

async function leave({ stopHandOver, head, eventBus, membership, redis }: Replica<unknown>): Promise<void> {
  stopHandOver()
  head.stop()
  eventBus.stop()
  await membership?.stop().catch(() => {})
  redis.close()
}

function noteLimits(replica: Replica<unknown>, isCountingTogether: boolean): void {
  replica.isCountingTogether = isCountingTogether
  if (!isCountingTogether || replica.isRedisChecked) return
  // Redis was not there at the start and has come since.
  replica.isRedisChecked = true
  void checkRedis(replica.redis).catch((error: unknown) =>
    replica.ports.runtime.log.error('this Redis does not fit', faultFields(error)),
  )
}

const isClockWrong = ({ membership }: Replica<unknown>): boolean =>
  Math.abs(membership?.clockAheadMs() ?? 0) > clocksApartMs

const troublesOf = (replica: Replica<unknown>): readonly string[] => [
  ...(replica.isCountingTogether ? [] : ['redis']),
  ...(isClockWrong(replica) ? ['clock'] : []),
  ...(replica.freshness.isCutOffAlone ? ['database'] : []),
  ...(replica.membership?.settingsDiffer() ? ['settings'] : []),
]

/** While all servers have lost the database, they serve from memory. */
function readinessProblem(replica: Replica<unknown>): string | null {
  const { freshness } = replica
  if (isClockWrong(replica)) return 'The clock of this machine is wrong.'
  if (freshness.isCutOffAlone) return 'This server does not reach the database, and another one does.'
  return freshness.isCutOff ? 'This server is cut off from the other replicas.' : null
}

/** The database sends these itself. */
const isAlreadyLogged = ({ kind }: ServerEvent): boolean =>
  kind === 'key_changed' ||
  kind === 'account_changed' ||
  kind === 'sessions_ended' ||
  kind === 'webhook_changed' ||
  kind === 'reporter_removed'

const onceAMinute =
  (log: Log) =>
  (trouble: string): ((error: unknown) => void) => {
    let quietUntilMs = Number.NEGATIVE_INFINITY
    return (error) => {
      if (performance.now() < quietUntilMs) return
      quietUntilMs = performance.now() + 60_000
      log.warn(trouble, faultFields(error))
    }
  }

/**
 * While this server has no database and another one has, streams are closed so that clients open them there. The proxy
 * first gets time to notice; streams that still come afterwards are closed as well.
 */
export function handStreamsOver(ports: {
  readonly freshness: Pick<FreshnessGuard, 'isCutOffAlone'>
  readonly hub: ClosableStreams
  readonly waitMs: number
  readonly withinMs: number
  readonly clock: Clock
  readonly log: Pick<Log, 'warn' | 'info'>
}): () => Promise<void> {
  const { freshness, hub, waitMs, withinMs, clock, log } = ports
  let sinceMonoMs: number | null = null
  return async () => {
    if (!freshness.isCutOffAlone) {
      if (sinceMonoMs !== null) log.info('this server reaches the database again')
      sinceMonoMs = null
      return
    }
    if (sinceMonoMs === null) log.warn('this server does not reach the database and leaves its clients to another one')
    sinceMonoMs ??= clock.monoMs()
    if (clock.monoMs() - sinceMonoMs >= waitMs) await hub.closeAllGradually(withinMs)
  }
}
