import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { checkedCallers } from '../accounts/checked-callers.js'
import { revokedAtOnce } from '../accounts/revoke-always.js'
import { watchHead } from '../cluster/head-watch.js'
import { countThere, joinPeers, type Peers, untilActed } from '../cluster/peers.js'
import { type Config, digestOfAlike } from '../config.js'
import type { ServiceEvent } from '../feed/feed.js'
import { createLogFeed } from '../feed/log-feed.js'
import { createUpToDate } from '../feed/up-to-date.js'
import { createSharedBudgets } from '../limits/attempts/shared-budgets.js'
import { openSharedLimiter } from '../limits/shared/shared-limiter.js'
import { openSharedStreamPlaces } from '../limits/streams/shared-stream-places.js'
import { faultFields, type Log } from '../log/log.js'
import { awaitRedis } from '../redis/await-redis.js'
import { checkRedis } from '../redis/check-redis.js'
import { connectRedis } from '../redis/connect-redis.js'
import type { Sharing, Store } from '../store/store.js'
import type { Calendar } from '../time/calendar.js'
import { type Clock, clocksApartMs } from '../time/clock.js'
import { type Cancel, every, type Timers } from '../time/timers.js'
import { version } from '../version.js'
import { readMasterKey } from '../webhooks/master-key.js'
import type { EvaluateWithin } from '../webhooks/shared/evaluate-within.js'
import { createSharedWebhookRoom } from '../webhooks/shared/shared-webhook-room.js'
import type { Company } from './company.js'
import { createDutyTurns } from './duty-turns.js'
import { handStreamsOver } from './hand-streams-over.js'

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
export async function joinOthers(ports: JoinPorts): Promise<Company> {
  const { config, redisUrl, store, sharing, clock, timers, calendar, log } = ports
  const self = `${hostname()}-${randomBytes(4).toString('hex')}`
  const clusterId = await store.noteOnce('cluster', randomBytes(8).toString('hex'))
  const outage = outageOf(log)
  let peers: Peers | null = null
  let countsWithOthers = false
  let stopLooking: Cancel = () => {}

  const redis = await connectRedis({ url: redisUrl, timers })
  const feed = await createLogFeed({
    log: sharing.changes,
    clock,
    timers,
    report: (kind, error) => log.error(`not everybody acted on ${kind}`, faultFields(error)),
    reportOutage: outage('the database cannot be asked for changes'),
    reportLoss: (from, to) =>
      log.error(
        `the database went back: changes ${from === null ? 'up to' : `${from} to`} ${to} are lost, repeat what was done then`,
      ),
    isOnRecord,
    onRead: () => {
      head.say()
      void peers?.beat().catch(() => {})
    },
  })
  const head = watchHead({ redis, clusterId, clock, timers, feed })
  const news = createUpToDate({ feed, head, clock, timers })
  let isChecked = await awaitRedis(redis, { timers, onWait: log.warn })
  /** One that came after our start. */
  const checkLate = async (): Promise<void> => {
    isChecked = true
    await checkRedis(redis).catch((error: unknown) => log.error('this Redis does not fit', faultFields(error)))
  }
  const secret = readMasterKey(config.DATA_DIR, config.MASTER_KEY)
  const others = await countThere(sharing.members)
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

  let evaluateWithin: EvaluateWithin = async () => []
  const turns = createDutyTurns({
    self,
    sharing,
    catchUp: feed.catchUp,
    evaluateWithin: (...asked) => evaluateWithin(...asked),
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
    others: {
      get dataVersion() {
        return feed.place.seq
      },
      catchUp: () => news.hear(),
    },
    keys: revokedAtOnce,
    webhooks: (own) => {
      const room = createSharedWebhookRoom({ ...own, ...counting, store: sharing.webhooks })
      evaluateWithin = room.evaluateWithin
      return room
    },
    callers: (cache) => checkedCallers(cache, news),
    prepare: async (wanted) => {
      await feed.tellStates()
      turns.prepare(wanted)
    },
    begin: async (address, hub) => {
      peers = await joinPeers({
        store: sharing.members,
        self: { id: self, release: version, address, settings: digestOfAlike(config) },
        seen: () => feed.place,
        troubles,
        clock,
        timers,
        reportOutage: outage('this server cannot say that it is there'),
        onDiffer: () => log.warn('this server has other settings than those before it, and answers by them'),
      })
      turns.begin()
      const look = handStreamsOver({ news, hub, waitMs: drainMsOf(config), withinMs: goodByesMs, clock, log })
      stopLooking = every(timers, lookMs, look, outage('streams are not handed over'))
    },
    // While the database is down for everybody, what is in memory is still served.
    trouble: async () => {
      if (isClockWrong()) return 'The clock of this machine is wrong.'
      if (news.isLeftAlone) return 'This server does not reach the database, and another one does.'
      return news.isCutOff ? 'This server is cut off from the others.' : null
    },
    standing: () => ({
      servers: peers?.servers() ?? 1,
      duties: turns.held(),
      troubles: troubles(),
      lagSeconds: (clock.monoMs() - feed.completeAtMonoMs) / 1_000,
      unanswered: redis.unanswered(),
    }),
    acted: async () => untilActed((await sharing.changes.head()).seq, { store: sharing.members, clock, timers }),
    drain: async (hub) => {
      await new Promise<void>((resolve) => void timers.after(drainMsOf(config), resolve))
      await hub.sayGoodBye(goodByesMs)
    },
    endDuties: turns.end,
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

/** The database tells these by itself. */
const isOnRecord = ({ kind }: ServiceEvent): boolean =>
  kind === 'key_changed' ||
  kind === 'account_changed' ||
  kind === 'sessions_ended' ||
  kind === 'webhook_changed' ||
  kind === 'reporter_removed'

/** One line for all that goes wrong in the same way within a minute. */
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
