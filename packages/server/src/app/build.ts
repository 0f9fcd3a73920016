import type { Fiat } from '@p2p-rates/core'
import { openAccountAdministration, openAccounts, openKeys } from '../accounts/open-accounts.js'
import { createSecurityLog } from '../accounts/security-events.js'
import { openAlerts } from '../alerts/open-alerts.js'
import { openSecretBox, readMasterKey } from '../alerts/webhooks/master-key.js'
import type { Config } from '../base/config.js'
import { faultFields, type Log, logDamage } from '../base/log/log.js'
import { createMetrics, sourceAgesOf } from '../base/metrics/metrics.js'
import { createPublicAddress } from '../base/public-address.js'
import { createRuntime } from '../base/runtime.js'
import { createCalendar } from '../base/time/calendar.js'
import { type Clock, systemClock } from '../base/time/clock.js'
import { systemTimers, type Timers } from '../base/time/timers.js'
import { openControlSocket } from '../cli/control-socket.js'
import { createOperator, type Operator } from '../cli/operator.js'
import { createRestore } from '../cli/restore.js'
import { createSetupFile } from '../cli/setup-file.js'
import { dispatch, type EventBus } from '../cluster/events/event-bus.js'
import { openCluster } from '../cluster/open-cluster.js'
import type { Replay } from '../history/archive/replay.js'
import { openHistory } from '../history/open-history.js'
import { type HttpModule, openHttp } from '../http/open-http.js'
import { openIngest } from '../ingest/open-ingest.js'
import type { Limiter } from '../limits/limiter.js'
import { openLimits } from '../limits/open-limits.js'
import { openMarket } from '../market/open-market.js'
import { openStore } from '../storage/open-store.js'
import { openReservedSpace } from '../storage/reserved-space.js'
import type { LeaderStore } from '../storage/store.js'
import { createWriteProbe } from '../storage/write-probe-and-retention.js'
import { jobContextOf } from './job-context.js'
import { type Cleanup, createCleanup, createShutdown } from './shutdown.js'
import { eventHandlersOf } from './wiring/event-handlers.js'
import { createLeaderJobs, replayJobs } from './wiring/leader-jobs.js'

export type RunningServer = {
  readonly url: string
  readonly operator: Operator
  /** Both ways in. Only the fast one has a port; a test holds the other against it. */
  readonly httpHandler: HttpModule['handler']
  ready(fiats: readonly Fiat[]): Promise<void>
  /** Finishes running requests, stores pending data and stops. */
  stop(): Promise<void>
  /** Resolves with the reason if the server stops by itself, because it can't work reliably. */
  readonly ended: Promise<Error>
}

type ServerOptions = {
  readonly log: Log
  readonly clock?: Clock
  readonly timers?: Timers
  /** Set if the server serves recorded data; it then queries no exchange. */
  readonly replay?: Replay
  /** Given by tests: where the built pages lie, `null` where there are none. */
  readonly pagesFolder?: string | null
  readonly feed?: EventBus
  /** Given by tests: the logarithm of what a password costs to check. */
  readonly passwordLogCost?: number
  readonly limiterOver?: (inMemory: Limiter) => Limiter
}

/** Puts the whole server together. A start that fails leaves nothing open, so that it can be tried again. */
export async function buildServer(config: Config, tools: ServerOptions): Promise<RunningServer> {
  const cleanup = createCleanup((error) => tools.log.error('something did not close as it should', faultFields(error)))
  try {
    return await assembleServer(config, tools, cleanup)
  } catch (error) {
    await cleanup.close()
    throw error
  }
}

async function assembleServer(config: Config, tools: ServerOptions, cleanup: Cleanup): Promise<RunningServer> {
  const { log, clock = systemClock, timers = systemTimers, limiterOver = (inMemory) => inMemory } = tools
  const { replay = null } = tools
  const runtime = createRuntime({ clock, timers, log })
  const { logError: report } = runtime
  const address = createPublicAddress(config)
  const store = await openStore(config, { onDamage: logDamage(log), onWait: (why) => log.warn(why) })
  cleanup.add(store.close)
  const keyLocation = { dataDir: config.DATA_DIR, configured: config.MASTER_KEY }
  const secretBox = await openSecretBox(keyLocation, store, await store.webhooks.enabled())

  const calendar = createCalendar()
  const metrics = createMetrics()
  const cluster = await openCluster<LeaderStore>({
    config,
    runtime,
    store,
    secret: () => readMasterKey(config.DATA_DIR, config.MASTER_KEY),
    localBus: tools.feed,
    canWrite: createWriteProbe(store, clock),
  })
  cleanup.add(cluster.close)
  const { eventBus, shared } = cluster
  const limits = await openLimits({ config, runtime, shared, calendar, store })
  cleanup.add(limits.close)
  const { authRateLimiters } = limits
  const keys = openKeys({
    runtime,
    config,
    store: store.keys,
    reserve: shared === null ? openReservedSpace(config.DATA_DIR) : null,
    freshness: shared?.freshness ?? null,
  })
  cleanup.add(keys.stop)
  const market = openMarket({ runtime, config, replay, store, accounts: keys.keyStore })
  cleanup.add(market.stop)
  const security = createSecurityLog(log)
  const history = openHistory({
    runtime,
    config,
    store,
    market,
    publishEvent: eventBus.publishEvent,
    isShared: shared !== null,
    replay,
    onCacheDifference: metrics.countHistoryDifference,
  })
  cleanup.add(history.stop)
  const ingest = openIngest({
    runtime,
    config,
    store,
    market,
    metrics,
    requestCounts: history.requestCounts,
    archiving: history.archiving,
    publishEvent: eventBus.publishEvent,
  })
  cleanup.add(ingest.stop)
  const alerts = openAlerts({
    runtime,
    config,
    store,
    shared: shared && store.cluster && { ...shared, store: store.cluster.webhooks },
    market,
    secretBox,
    mails: { attempts: authRateLimiters.mails, publicUrl: address.url },
    events: { publish: eventBus.publishEvent, onAttempt: metrics.countDelivery },
  })
  cleanup.add(alerts.stop)
  for (const reactions of eventHandlersOf({
    keys,
    ingest,
    market,
    history,
    alerts,
  }))
    cleanup.add(eventBus.listen(dispatch(reactions)))
  if (shared === null) cleanup.add(eventBus.listen(dispatch({ data_replaced: limits.forgetEverything })))
  cleanup.add(cluster.stopJobs)
  const administration = openAccountAdministration({
    runtime,
    store,
    keyStore: keys.keyStore,
    publishEvent: eventBus.publishEvent,
    webhooks: alerts.webhooks,
    publicUrl: address.url,
    report: security.report,
  })
  const accounts = openAccounts({
    runtime,
    config,
    store,
    keys,
    administration,
    limits,
    alerts: { mailLink: alerts.channels.mailLink, receivers: alerts.receivers },
    tools: {
      calendar,
      publishEvent: eventBus.publishEvent,
      secretBox,
      publicUrl: address.url,
      report: security.report,
      passwordLogCost: tools.passwordLogCost,
    },
  })
  cleanup.add(accounts.stop)
  const operator = createOperator({
    administration,
    correct: history.correctFixing,
    registry: ingest.registry,
    acted: cluster.awaitPropagation,
    restore: createRestore({
      store,
      secretBox: () => secretBox,
      clock,
      before: async () => {
        await accounts.ledger.flush()
        await keys.keyStore.flushRevocations()
      },
      tell: eventBus.publishEvent,
    }),
    report: security.report,
  })
  if (store.cluster === null) cleanup.add((await openControlSocket(config.DATA_DIR, operator)).close)
  const setupFile = createSetupFile({
    setupLink: operator.setupLink,
    hasAdmin: store.logins.hasAdmin,
    dataDir: config.DATA_DIR,
    log,
    clock,
  })
  const duties =
    replay === null
      ? createLeaderJobs({
          runtime,
          historyDays: config.HISTORY_DAYS,
          ingest,
          market,
          history,
          setupFile: {
            announce: () => setupFile.announce().catch(report('there is no link of the first start')),
            tidy: setupFile.removeIfUsed,
          },
          chats: alerts.jobs.chats,
        })
      : replayJobs(history)
  await cluster.prepareJobs(
    duties,
    jobContextOf({
      store,
      shared,
      publishAlone: history.publishAlone((fiat, error) => ingest.report({ kind: 'not_recorded', fiat, error })),
      evaluateInTransaction: alerts.evaluateInTransaction,
      clock,
    }),
  )

  cleanup.add(market.shown.subscribe(alerts.onSnapshot))
  const http = openHttp({
    runtime,
    config,
    modules: {
      accounts,
      market,
      history,
      limits: { ...limits, limiter: limiterOver(limits.limiter) },
      alerts: { webhooks: alerts.webhooks, channels: alerts.channels },
      ingest,
    },
    store,
    cluster,
    metrics,
    address,
    pagesFolder: tools.pagesFolder,
  })
  cleanup.add(http.stop)
  metrics.read({
    securityEvents: () => security.counts,
    openStreams: () => http.streams.openCount,
    sourceAges: () => sourceAgesOf(market.latest.sources(), clock.wallMs()),
    cluster: cluster.gauges,
    archive: history.archiveState,
  })
  cleanup.add(eventBus.listen(dispatch(http.handlers)))
  const url = await http.listen()

  await cluster.start(url, http.streams)
  await alerts.start()
  history.start()

  const shutdown = createShutdown({
    cleanup,
    timers,
    log,
    dataHealth: store.dataHealth,
    finish: async () => {
      http.announceStop()
      await cluster.drainStreams(http.streams)
      ingest.endPolls()
      const closed = http.finishAnswers()
      await cluster.stopJobs()
      market.stop()
      await Promise.all([http.streams.stop(), alerts.stop()])
      await closed
      await accounts.ledger.flush()
    },
  })
  shutdown.watchData()
  http.open()
  return {
    url,
    operator,
    httpHandler: http.handler,
    ready: market.ready,
    stop: shutdown.stop,
    ended: shutdown.ended,
  }
}
