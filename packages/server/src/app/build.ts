import { openAccountAdministration, openAccounts, openKeys } from '../accounts/open-accounts.js'
import { createSecurityLog } from '../accounts/security-events.js'
import { openAlerts } from '../alerts/open-alerts.js'
import { openSecretBox, readMasterKey } from '../alerts/webhooks/master-key.js'
import type { Config } from '../base/config.js'
import { faultFields, logDamage } from '../base/log/log.js'
import { createMetrics, sourceAgesOf } from '../base/metrics/metrics.js'
import { createPublicAddress } from '../base/public-address.js'
import { createRuntime } from '../base/runtime.js'
import { createCalendar } from '../base/time/calendar.js'
import { systemClock } from '../base/time/clock.js'
import { systemTimers } from '../base/time/timers.js'
import { openOperator } from '../cli/open-operator.js'
import { dispatch } from '../cluster/events/event-bus.js'
import { openCluster } from '../cluster/open-cluster.js'
import { openHistory } from '../history/open-history.js'
import { openHttp } from '../http/open-http.js'
import { openIngest } from '../ingest/open-ingest.js'
import { countRequest } from '../limits/limiter.js'
import { openLimits } from '../limits/open-limits.js'
import { openMarket } from '../market/open-market.js'
import { openStore } from '../storage/choose-store.js'
import { createWriteProbe } from '../storage/jobs.js'
import { openReservedSpace } from '../storage/reserved-space.js'
import type { LeaderStore } from '../storage/store.js'
import { jobContextOf, leaderJobsOf } from './leader-jobs.js'
import type { RunningServer, ServerOptions } from './running-server.js'
import { type Cleanup, createCleanup, createShutdown, finishWork } from './shutdown.js'

/**
 * Puts the whole server together in three phases: it opens the modules, starts them and listens. A start that fails
 * leaves nothing open, so that it can be tried again.
 */
export async function buildServer(config: Config, options: ServerOptions): Promise<RunningServer> {
  const { log } = options
  const cleanup = createCleanup((error) => log.error('something did not close as it should', faultFields(error)))
  try {
    const modules = await openModules(config, options, cleanup)
    const { market, cli, http } = modules
    const url = await startModules(modules, config, options, cleanup)
    const shutdown = createShutdown({
      cleanup,
      ...modules.runtime,
      dataHealth: modules.store.dataHealth,
      finish: () => finishWork(modules),
    })
    shutdown.watchData()
    http.open()
    const { stop, ended } = shutdown
    return { url, operator: cli.operator, httpHandler: http.handler, ready: market.ready, stop, ended }
  } catch (error) {
    await cleanup.close()
    throw error
  }
}

/** Opens the modules in turn. Each gets only modules that are open already. */
async function openModules(config: Config, options: ServerOptions, { add }: Cleanup) {
  const { log, clock = systemClock, timers = systemTimers, replay = null } = options
  const { passwordLogCost, pagesFolder, limiterOver = (inMemory) => inMemory } = options
  const runtime = createRuntime({ clock, timers, log })
  const address = createPublicAddress(config)
  const metrics = createMetrics()
  const calendar = createCalendar()
  const { report, counts: securityCounts } = createSecurityLog(log)
  const store = await openStore(config, { onDamage: logDamage(log), onWait: (why) => log.warn(why) })
  add(store.close)
  const keyLocation = { dataDir: config.DATA_DIR, configured: config.MASTER_KEY }
  const secretBox = await openSecretBox(keyLocation, store, await store.webhooks.enabled())
  const secret = () => readMasterKey(config.DATA_DIR, config.MASTER_KEY)
  const canWrite = createWriteProbe(store, clock)
  const cluster = await openCluster<LeaderStore>({ config, runtime, store, secret, localBus: options.feed, canWrite })
  add(cluster.close)
  const { shared } = cluster
  const { publishEvent } = cluster.eventBus
  const opened = await openLimits({ config, runtime, shared, calendar, store })
  const limits = { ...opened, limiter: limiterOver(opened.limiter) }
  add(limits.close)
  const reserve = shared === null ? openReservedSpace(config.DATA_DIR) : null
  const keys = openKeys({ runtime, config, store: store.keys, reserve, freshness: shared?.freshness ?? null })
  add(keys.stop)
  const { keyStore } = keys
  const market = openMarket({ runtime, config, replay, store, accounts: keyStore })
  add(market.stop)
  const onCacheDifference = metrics.countHistoryDifference
  const isShared = shared !== null
  const history = openHistory({ runtime, config, store, market, publishEvent, isShared, replay, onCacheDifference })
  add(history.stop)
  const ingest = openIngest({ runtime, config, store, market, metrics, history, publishEvent })
  add(ingest.stop)
  const alerts = openAlerts({
    ...{ runtime, config, store, market, secretBox },
    pastPrices: history.pastPrices,
    shared: shared && store.cluster && { ...shared, store: store.cluster.webhooks },
    prices: market,
    countVisit: (visitor) => countRequest(limits.limiter, visitor),
    mails: { attempts: limits.authRateLimiters.mails, publicUrl: address.url },
    events: { publish: publishEvent, onAttempt: metrics.countDelivery },
  })
  add(alerts.stop)
  const tools = { calendar, publishEvent, secretBox, publicUrl: address.url, report, passwordLogCost }
  const administration = openAccountAdministration({ ...tools, runtime, store, keyStore, webhooks: alerts.webhooks })
  const mailing = { mailLink: alerts.channels.mailLink, receivers: alerts.receivers }
  const accounts = openAccounts({ runtime, config, store, keys, administration, limits, alerts: mailing, tools })
  add(accounts.stop)
  const flush = async () => void (await Promise.all([accounts.ledger.flush(), keyStore.flushRevocations()]))
  const commanded = { history, ingest, cluster }
  const operating = { runtime, config, store, secretBox, administration, modules: commanded, flush, publishEvent }
  const cli = await openOperator(operating)
  add(cli.close)
  const served = { accounts, market, history, limits, alerts, ingest }
  const http = openHttp({ runtime, config, modules: served, store, cluster, metrics, address, pagesFolder })
  add(http.stop)
  metrics.read({
    securityEvents: () => securityCounts,
    openStreams: () => http.streams.openCount,
    sourceAges: () => sourceAgesOf(market.latest.sources(), clock.wallMs()),
    cluster: cluster.gauges,
    archive: history.archiveState,
  })
  return { runtime, store, cluster, keys, limits, market, history, ingest, alerts, accounts, cli, http }
}

export type Modules = Awaited<ReturnType<typeof openModules>>

/** Events reach the modules in this order. Resolves with the address once the server can be reached. */
async function startModules(modules: Modules, config: Config, { replay }: ServerOptions, { add }: Cleanup) {
  const { runtime, store, cluster, keys, limits, market, history, ingest, alerts, http } = modules
  for (const { handlers } of [keys, ingest, market, history, alerts, limits, http])
    add(cluster.eventBus.listen(dispatch(handlers)))
  add(market.shown.subscribe(alerts.onSnapshot))
  add(cluster.stopJobs)
  const contextOf = jobContextOf({
    store,
    shared: cluster.shared,
    publishAlone: history.publishAlone((fiat, error) => ingest.report({ kind: 'not_recorded', fiat, error })),
    evaluateInTransaction: alerts.evaluateInTransaction,
    clock: runtime.clock,
  })
  await cluster.prepareJobs(leaderJobsOf(modules, config, replay !== undefined), contextOf)
  const url = await http.listen()
  await cluster.start(url, http.streams)
  await alerts.start()
  history.start()
  return url
}
