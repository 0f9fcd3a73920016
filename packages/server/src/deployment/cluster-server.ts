import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { revokeImmediately } from '../accounts/durable-revocation.js'
import { revocationCheckedKeys } from '../accounts/revocation-checked-keys.js'
import { watchLogHead } from '../cluster/log-head.js'
import { countAlive, type Peers, startHeartbeat, waitForPropagation } from '../cluster/membership.js'
import { type Config, digestOfAlike } from '../config.js'
import { createChangelogBus } from '../events/changelog-bus.js'
import type { ServerEvent } from '../events/event-bus.js'
import { createFreshnessGuard } from '../events/freshness-guard.js'
import { createSharedBudgets } from '../limits/attempts/shared-auth-rate-limiters.js'
import { openSharedLimiter } from '../limits/shared/shared-limiter.js'
import { openSharedStreamPlaces } from '../limits/streams/shared-stream-places.js'
import { faultFields, type Log } from '../log/log.js'
import { awaitRedis } from '../redis/await-redis.js'
import { checkRedis } from '../redis/check-redis.js'
import { connectRedis } from '../redis/connect-redis.js'
import type { Sharing, Store } from '../storage/store.js'
import type { Calendar } from '../time/calendar.js'
import { type Clock, clocksApartMs } from '../time/clock.js'
import { type Cancel, every, type Timers } from '../time/timers.js'
import { version } from '../version.js'
import { readMasterKey } from '../webhooks/master-key.js'
import type { EvaluateInTransaction } from '../webhooks/shared/evaluate-in-transaction.js'
import { createSharedWebhookService } from '../webhooks/shared/shared-webhook-service.js'
import type { Deployment } from './deployment.js'
import { handStreamsOver } from './hand-streams-over.js'
import { createLeaderScheduler } from './leader-scheduler.js'

const goodByesMs = 20_000
const drainMsOf = ({ DRAIN_SECONDS }: Config): number => DRAIN_SECONDS * 1_000
const lookMs = 250
type JoinPorts = {
  readonly config: Config
  readonly redisUrl: string
  readonly store: Store
  readonly sharing: Sharing
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
  let peers: Peers | null = null
  let countsWithOthers = false
  let stopLooking: Cancel = () => {}

  const redis = await connectRedis({ url: redisUrl, timers })
  const feed = await createChangelogBus({
    log: sharing.changes,
    clock,
    timers,
    report: (kind, error) => log.error(`some replicas did not act on ${kind}`, faultFields(error)),
    reportOutage: outage('the database cannot be asked for changes'),
    reportLoss: (from, to) =>
      log.error(
        `the database went back: changes ${from === null ? 'up to' : `${from} to`} ${to} are lost; repeat the changes made then`,
      ),
    isOnRecord,
    onRead: () => {
      head.publishHead()
      void peers?.beat().catch(() => {})
    },
  })
  const head = watchLogHead({ redis, clusterId, clock, timers, feed })
  const news = createFreshnessGuard({ feed, head, clock, timers })
  let isChecked = await awaitRedis(redis, { timers, onWait: log.warn })
  /** One that came after our start. */
  const checkLate = async (): Promise<void> => {
    isChecked = true
    await checkRedis(redis).catch((error: unknown) => log.error('this Redis does not fit', faultFields(error)))
  }
  const secret = readMasterKey(config.DATA_DIR, config.MASTER_KEY)
  const others = await countAlive(sharing.members)
  const counting = { redis, clock, timers, clusterId, server: self, servers: () => peers?.servers() ?? others + 1 }
  const [limiter, streamPlaces] = await Promise.all([
    openSharedLimiter({
      ...counting,
      secret,
      calendar,
      outage: config.LIMITS_OUTAGE,
      countedByMonth: store.usage.countedByMonth,
      onChange: (isJoined, why) => {
        countsWithOthers = isJoined
        if (isJoined) log.info('limits are counted together with the other servers')
        else log.warn(`limits are counted alone: ${why}`)
        if (isJoined && !isChecked) void checkLate()
      },
    }),
    openSharedStreamPlaces({ ...counting, secret }),
  ])

  let evaluateWithin: EvaluateInTransaction = async () => []
  const turns = createLeaderScheduler({
    self,
    sharing,
    catchUp: feed.catchUp,
    evaluateInTransaction: (...asked) => evaluateWithin(...asked),
    clock,
    timers,
    log,
    outage,
  })
  const isClockWrong = (): boolean => Math.abs(peers?.clockAheadMs() ?? 0) > clocksApartMs
  const troubles = (): readonly string[] => [
    ...(countsWithOthers ? [] : ['redis']),
    ...(isClockWrong() ? ['clock'] : []),
    ...(news.isLeftAlone ? ['database'] : []),
    ...(peers?.differs() ? ['settings'] : []),
  ]

  return {
    feed,
    limiter,
    budgets: createSharedBudgets({ redis, clusterId, secret, clock }),
    streamPlaces,
    sharedCount: {
      settle: limiter.settle,
      raise: ({ accountId, month, counted }) => limiter.raise(accountId, month, counted),
    },
    consistency: {
      get dataVersion() {
        return feed.place.seq
      },
      catchUp: () => news.receive(),
    },
    keys: revokeImmediately,
    webhooks: (own) => {
      const room = createSharedWebhookService({ ...own, ...counting, store: sharing.webhooks })
      evaluateWithin = room.evaluateInTransaction
      return room
    },
    callers: (cache) => revocationCheckedKeys(cache, news),
    prepare: async (wanted) => {
      await feed.tellStates()
      turns.prepare(wanted)
    },
    startServing: async (address, hub) => {
      peers = await startHeartbeat({
        store: sharing.members,
        self: { id: self, release: version, address, settings: digestOfAlike(config) },
        seen: () => feed.place,
        troubles,
        clock,
        timers,
        reportOutage: outage('this server cannot say that it is there'),
        onDiffer: () => log.warn('this server has other settings than those before it, and answers by them'),
      })
      turns.startElections()
      const look = handStreamsOver({ news, hub, waitMs: drainMsOf(config), withinMs: goodByesMs, clock, log })
      stopLooking = every(timers, lookMs, look, outage('streams are not handed over'))
    },
    // Serve from memory while all servers have lost the database.
    trouble: async () => {
      if (isClockWrong()) return 'The clock of this machine is wrong.'
      if (news.isLeftAlone) return 'This server does not reach the database, and another one does.'
      return news.isCutOff ? 'This server is cut off from the other replicas.' : null
    },
    status: () => ({
      servers: peers?.servers() ?? 1,
      duties: turns.held(),
      troubles: troubles(),
      lagSeconds: (clock.monoMs() - feed.completeAtMonoMs) / 1_000,
      unanswered: redis.unanswered(),
    }),
    propagated: async () =>
      waitForPropagation((await sharing.changes.head()).seq, { store: sharing.members, clock, timers }),
    drain: async (hub) => {
      await new Promise<void>((resolve) => void timers.after(drainMsOf(config), resolve))
      await hub.sayGoodBye(goodByesMs)
    },
    endDuties: turns.endElections,
    close: async () => {
      stopLooking()
      head.stop()
      feed.stop()
      await Promise.allSettled([limiter.close(), streamPlaces.close()])
      await peers?.stop().catch(() => {})
      redis.close()
    },
  }
}

/** The database sends these itself. */
const isOnRecord = ({ kind }: ServerEvent): boolean =>
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
