import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { revokeImmediately } from '../../accounts/durable-revocation.js'
import { freshnessCheckedCallers } from '../../accounts/freshness-checked-callers.js'
import { readMasterKey } from '../../alerts/webhooks/master-key.js'
import type { EvaluateInTransaction } from '../../alerts/webhooks/shared/evaluate-in-transaction.js'
import { createSharedWebhookService } from '../../alerts/webhooks/shared/shared-webhook-service.js'
import { type Config, digestOfMatchingSettings } from '../../base/config.js'
import { faultFields, type Log } from '../../base/log/log.js'
import { awaitRedis } from '../../base/redis/await-redis.js'
import { checkRedis } from '../../base/redis/check-redis.js'
import { connectRedis } from '../../base/redis/connect-redis.js'
import type { Calendar } from '../../base/time/calendar.js'
import { type Clock, clocksApartMs } from '../../base/time/clock.js'
import { type Cancel, every, type Timers } from '../../base/time/timers.js'
import { version } from '../../base/version.js'
import { watchLogHead } from '../../cluster/changelog-head.js'
import { createChangelogBus } from '../../cluster/events/changelog-bus.js'
import type { ServerEvent } from '../../cluster/events/event-bus.js'
import { createFreshnessGuard } from '../../cluster/events/freshness-guard.js'
import { type ClusterMembership, countAlive, startHeartbeat, waitForPropagation } from '../../cluster/membership.js'
import { createSharedAuthRateLimiters } from '../../limits/attempts/shared-auth-rate-limiters.js'
import { openSharedLimiter } from '../../limits/shared/shared-limiter.js'
import { openSharedStreamLimiter } from '../../limits/streams/shared-stream-limiter.js'
import type { ClusterStore, Store } from '../../storage/store.js'
import type { Deployment } from './deployment.js'
import { handStreamsOver } from './hand-streams-over.js'
import { createLeaderScheduler } from './leader-scheduler.js'

const gradualCloseMs = 20_000
const drainMsOf = ({ DRAIN_SECONDS }: Config): number => DRAIN_SECONDS * 1_000
const handOverCheckMs = 250
type JoinPorts = {
  readonly config: Config
  readonly redisUrl: string
  readonly store: Store
  readonly sharing: ClusterStore
  readonly clock: Clock
  readonly timers: Timers
  readonly calendar: Calendar
  readonly log: Log
}

/** One of several servers over one database and one Redis. Any of them may have any duty, and none holds the truth. */
export async function joinCluster(ports: JoinPorts): Promise<Deployment> {
  const { config, redisUrl, store, sharing, clock, timers, calendar, log } = ports
  const self = `${hostname()}-${randomBytes(4).toString('hex')}`
  const clusterId = await store.setMetaIfAbsent('cluster', randomBytes(8).toString('hex'))
  const outage = outageOf(log)
  let membership: ClusterMembership | null = null
  let isCountingShared = false
  let stopHandOver: Cancel = () => {}

  const redis = await connectRedis({ url: redisUrl, timers })
  const eventBus = await createChangelogBus({
    log: sharing.changes,
    clock,
    timers,
    report: (kind, error) => log.error(`some replicas did not act on ${kind}`, faultFields(error)),
    reportOutage: outage('the database cannot be asked for changes'),
    reportLoss: (from, to) =>
      log.error(
        `the database went back: changes ${from === null ? 'up to' : `${from} to`} ${to} are lost; repeat the changes made then`,
      ),
    isAlreadyLogged,
    onRead: () => {
      head.publishHead()
      void membership?.beat().catch(() => {})
    },
  })
  const head = watchLogHead({ redis, clusterId, clock, timers, eventBus })
  const freshness = createFreshnessGuard({ eventBus, head, clock, timers })
  let isChecked = await awaitRedis(redis, { timers, onWait: log.warn })
  /** One that came after our start. */
  const checkLate = async (): Promise<void> => {
    isChecked = true
    await checkRedis(redis).catch((error: unknown) => log.error('this Redis does not fit', faultFields(error)))
  }
  const secret = readMasterKey(config.DATA_DIR, config.MASTER_KEY)
  const others = await countAlive(sharing.members)
  const counting = { redis, clock, timers, clusterId, server: self, servers: () => membership?.servers() ?? others + 1 }
  const [limiter, streamLimiter] = await Promise.all([
    openSharedLimiter({
      ...counting,
      secret,
      calendar,
      outage: config.LIMITS_OUTAGE,
      countedByMonth: store.usage.countedByMonth,
      onChange: (isJoined, why) => {
        isCountingShared = isJoined
        if (isJoined) log.info('limits are counted together with the other servers')
        else log.warn(`limits are counted alone: ${why}`)
        if (isJoined && !isChecked) void checkLate()
      },
    }),
    openSharedStreamLimiter({ ...counting, secret }),
  ])

  let evaluate: EvaluateInTransaction = async () => []
  const scheduler = createLeaderScheduler({
    self,
    sharing,
    catchUp: eventBus.catchUp,
    evaluateInTransaction: (...asked) => evaluate(...asked),
    clock,
    timers,
    log,
    outage,
  })
  const isClockWrong = (): boolean => Math.abs(membership?.clockAheadMs() ?? 0) > clocksApartMs
  const troubles = (): readonly string[] => [
    ...(isCountingShared ? [] : ['redis']),
    ...(isClockWrong() ? ['clock'] : []),
    ...(freshness.isCutOffAlone ? ['database'] : []),
    ...(membership?.settingsDiffer() ? ['settings'] : []),
  ]

  return {
    eventBus,
    limiter,
    authRateLimiters: createSharedAuthRateLimiters({ redis, clusterId, secret, clock }),
    streamLimiter,
    sharedCount: {
      settle: limiter.settle,
      raise: ({ accountId, month, counted }) => limiter.raiseCount(accountId, month, counted),
    },
    consistency: {
      get dataVersion() {
        return eventBus.position.seq
      },
      catchUp: () => freshness.tryCatchUp(),
    },
    wrapKeyStore: revokeImmediately,
    createWebhooks: (own) => {
      const webhookService = createSharedWebhookService({ ...own, ...counting, store: sharing.webhooks })
      evaluate = webhookService.evaluateInTransaction
      return webhookService
    },
    wrapCallerCache: (cache) => freshnessCheckedCallers(cache, freshness),
    prepareJobs: async (wanted) => {
      await eventBus.deliverStates()
      scheduler.prepare(wanted)
    },
    startServing: async (address, hub) => {
      membership = await startHeartbeat({
        store: sharing.members,
        self: { id: self, release: version, address, settings: digestOfMatchingSettings(config) },
        seen: () => eventBus.position,
        troubles,
        clock,
        timers,
        reportOutage: outage('this server cannot say that it is there'),
        onDiffer: () => log.warn('this server has other settings than those before it, and answers by them'),
      })
      scheduler.startElections()
      const handOverIfCutOff = handStreamsOver({
        freshness,
        hub,
        waitMs: drainMsOf(config),
        withinMs: gradualCloseMs,
        clock,
        log,
      })
      stopHandOver = every(timers, handOverCheckMs, handOverIfCutOff, outage('streams are not handed over'))
    },
    // Serve from memory while all servers have lost the database.
    readinessProblem: async () => {
      if (isClockWrong()) return 'The clock of this machine is wrong.'
      if (freshness.isCutOffAlone) return 'This server does not reach the database, and another one does.'
      return freshness.isCutOff ? 'This server is cut off from the other replicas.' : null
    },
    clusterGauges: () => ({
      servers: membership?.servers() ?? 1,
      duties: scheduler.held(),
      troubles: troubles(),
      lagSeconds: (clock.monoMs() - eventBus.completeAtMonoMs) / 1_000,
      unanswered: redis.unanswered(),
    }),
    awaitPropagation: async () =>
      waitForPropagation((await sharing.changes.head()).seq, { store: sharing.members, clock, timers }),
    drainStreams: async (hub) => {
      await new Promise<void>((resolve) => void timers.after(drainMsOf(config), resolve))
      await hub.closeAllGradually(gradualCloseMs)
    },
    stopLeaderJobs: scheduler.endElections,
    close: async () => {
      stopHandOver()
      head.stop()
      eventBus.stop()
      await Promise.allSettled([limiter.close(), streamLimiter.close()])
      await membership?.stop().catch(() => {})
      redis.close()
    },
  }
}

/** The database sends these itself. */
const isAlreadyLogged = ({ kind }: ServerEvent): boolean =>
  kind === 'key_changed' ||
  kind === 'account_changed' ||
  kind === 'sessions_ended' ||
  kind === 'webhook_changed' ||
  kind === 'reporter_removed'

const outageOf =
  (log: Log) =>
  (trouble: string): ((error: unknown) => void) => {
    let quietUntilMs = Number.NEGATIVE_INFINITY
    return (error) => {
      if (performance.now() < quietUntilMs) return
      quietUntilMs = performance.now() + 60_000
      log.warn(trouble, faultFields(error))
    }
  }
