import { apiPrefix, buildOpenApi } from '@p2p-rates/contract'
import type { Fiat } from '@p2p-rates/core'
import { createExchangeClient, createOfficialClient } from '@p2p-rates/core/node'
import { createAccountService } from './accounts/account-service.js'
import { createCallerCache } from './accounts/caller-cache.js'
import { createDeletion } from './accounts/deletion.js'
import { createKeys } from './accounts/keys.js'
import { createOperatorsLinks } from './accounts/operator-issued-links.js'
import { createPasswords } from './accounts/passwords.js'
import { createRemoveSecondFactor } from './accounts/second-factors.js'
import { createRegistry } from './agents/registry.js'
import type { Replay } from './archive/replay.js'
import { openControlSocket } from './cli/control-socket.js'
import { createOperator, type Operator } from './cli/operator.js'
import { createPlanRequestHook } from './cli/plan-request-hook.js'
import { createRestore } from './cli/restore.js'
import { createSecurityLog } from './cli/security-log.js'
import { createSetupFile } from './cli/setup-file.js'
import { createMutex } from './concurrency/mutex.js'
import { createSemaphore } from './concurrency/semaphore.js'
import type { Config } from './config.js'
import { createCorrect } from './daily-index/corrections.js'
import { openDeployment } from './deployment/open-deployment.js'
import { dispatch, type EventBus } from './events/event-bus.js'
import { createInProcessBus } from './events/in-process-bus.js'
import { createPast } from './history/past.js'
import { createSelfCheck } from './history/self-check.js'
import { createAddressOf } from './http/client-address.js'
import { boundConnections } from './http/connections.js'
import { createHttpHandler, type HttpHandler } from './http/http-handler.js'
import { closeServer, listen } from './http/listen.js'
import { createOpening } from './http/opening.js'
import { detectSimulation } from './ingest/detect-simulation.js'
import { createIngestService } from './ingest/ingest-service.js'
import { createAbuseThrottle } from './limits/abuse-throttle.js'
import { mostKnownNetworks } from './limits/attempts/password-throttle.js'
import type { Limiter } from './limits/limiter.js'
import { isLoopback } from './local-names.js'
import { faultFields, type Log, oncePerOutage } from './log/log.js'
import { freshPrices } from './market/fresh-prices.js'
import { createMarketService, type MarketService } from './market/market-service.js'
import { createShownMarkets } from './market/shown-markets.js'
import { createSourceStatusCache } from './market/source-status-cache.js'
import { createProtocol } from './mcp/protocol.js'
import { createMetrics } from './metrics/metrics.js'
import { serveMetrics } from './metrics/serve-metrics.js'
import { agesOf } from './metrics/source-ages.js'
import { createViewBoard } from './price-pages/board-view.js'
import { createPricePageService } from './price-pages/price-page-service.js'
import { createKeepGood } from './price-rules/last-known-price.js'
import { createPriceRule } from './price-rules/rule-pricing.js'
import { createRuleService } from './price-rules/rule-service.js'
import { allEndpoints } from './routes/all.js'
import { livezEndpoint, readyzEndpoint, serviceEndpoints } from './routes/health.js'
import { createFarPast, historyWorker } from './routes/history-queries.js'
import { type Cleanup, createCleanup } from './shutdown/cleanup.js'
import { createShutdown } from './shutdown/shutdown.js'
import { createStatusService } from './source-status/status-service.js'
import { storeSettingsOf } from './storage/choose-store.js'
import { openStore } from './storage/open-store.js'
import { createHub } from './stream/hub.js'
import { createCalendar } from './time/calendar.js'
import { type Clock, systemClock } from './time/clock.js'
import { every, systemTimers, type Timers } from './time/timers.js'
import { createRecentErrors } from './usage/recent-errors.js'
import { createRecentRequests } from './usage/recent-requests.js'
import { createUsageLedger } from './usage/usage-ledger.js'
import { createUsageReader } from './usage/usage-reader.js'
import { createShownBoards } from './web/boards/shown-boards.js'
import { builtPagesFolder, openBuiltPages } from './web/built-pages.js'
import { createPages } from './web/pages.js'
import { openSeal } from './webhooks/master-key.js'
import { openArchive } from './wiring/archive.js'
import { createLeaderJobs } from './wiring/duties.js'
import { openInboxes } from './wiring/inboxes.js'
import { createMarketNotes } from './wiring/market-log.js'
import { reactionsOf } from './wiring/reactions.js'
import { openRemoteReading } from './wiring/remote-reading.js'
import { createReplayDuties } from './wiring/replay-duties.js'
import {
  collectingSettingsOf,
  cyclesOf,
  exchangeClientOptionsOf,
  mostConnectionsOf,
  officialClientOptionsOf,
  rulesOf,
  seriesOf,
  visitorRulesOf,
} from './wiring/settings.js'
import { whenShown } from './wiring/when-shown.js'

export type RunningServer = {
  readonly url: string
  readonly operator: Operator
  /** Both ways in. Only the fast one has a port; a test holds the other against it. */
  readonly doors: HttpHandler
  ready(fiats: readonly Fiat[]): Promise<void>
  /** Finishes running requests, stores pending data and stops. */
  stop(): Promise<void>
  /** Resolves with the reason if the server stops by itself, because it can't work reliably. */
  readonly ended: Promise<Error>
}

/** Answers under way get this long after the word to stop. */
const graceMs = 10_000

type Tools = {
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
export async function buildServer(config: Config, tools: Tools): Promise<RunningServer> {
  const opened = createCleanup((error) => tools.log.error('something did not close as it should', faultFields(error)))
  try {
    return await putTogether(config, tools, opened)
  } catch (error) {
    await opened.close()
    throw error
  }
}

async function putTogether(config: Config, tools: Tools, opened: Cleanup): Promise<RunningServer> {
  const { log, clock = systemClock, timers = systemTimers, limiterOver = (inMemory) => inMemory } = tools
  const { replay = null } = tools
  /** Market data age by this clock: the replay's, if there is one. Request limits use this machine's clock. */
  const marketClock = replay ?? { clock, timers }
  const report = (what: string) => (error: unknown) => log.error(what, faultFields(error))
  const reportDamage = (what: string) => log.error(`${what} is damaged on disk and left out; see p2p-server verify`)
  const store = await openStore(config, { onDamage: reportDamage, onWait: (why) => log.warn(why) })
  opened.add(store.close)
  const rules = rulesOf(config)
  const keyPlace = { dataDir: config.DATA_DIR, configured: config.MASTER_KEY }
  const seal = await openSeal(keyPlace, store, await store.webhooks.enabled())

  const calendar = createCalendar()
  const repeat = (ms: number, trouble: string, work: () => void | Promise<void>) =>
    every(timers, ms, oncePerOutage(log, trouble, work), report(trouble))
  const deployment = await openDeployment({
    config,
    store,
    ownFeed: tools.feed ?? createInProcessBus((kind, error) => report(`some replicas did not act on ${kind}`)(error)),
    reportUnrecorded: (fiat, error) => reportMarketEvent({ kind: 'not_recorded', fiat, error }),
    repeat,
    clock,
    timers,
    calendar,
    log,
  })
  opened.add(deployment.close)
  const { feed, limiter, budgets } = deployment
  const keyStore = deployment.keys(store.keys)
  const remembered = createCallerCache({ keys: keyStore, plans: config.PLANS })
  const callers = deployment.callers(remembered)
  const ledger = createUsageLedger({ store: store.usage, calendar, shared: deployment.sharedCount })
  const recentErrors = createRecentErrors(clock)
  const recentRequests = createRecentRequests(clock)
  const past = createPast({ store: store.history, ...marketClock })
  opened.add(past.stop)
  const thread = historyWorker(
    { store: storeSettingsOf(config), exchangeModules: config.EXCHANGE_MODULES ?? [] },
    reportDamage,
  )
  opened.add(() => thread?.stop())
  const turns = createMutex(timers)
  const farPast = createFarPast({ thread, turns, recorded: store })
  const hub = createHub({ clock, timers, report: report('stream') })
  opened.add(hub.stop)

  const remote = openRemoteReading({
    config,
    store,
    clock,
    timers,
    repeat,
    log,
    count: (outcome) => metrics.doubted(outcome),
  })
  opened.add(() => remote?.stop())
  const client = createExchangeClient({ ...exchangeClientOptionsOf(config), ...remote?.clientOptions })
  opened.add(() => client.close())
  const simulation = detectSimulation(client, config.SIMULATED)
  const officials = createOfficialClient(officialClientOptionsOf(config))
  opened.add(() => officials.close())
  const security = createSecurityLog(log)
  const metrics = createMetrics({
    securityEvents: () => security.counts,
    openStreams: () => hub.open,
    sourceAges: () => agesOf(latest.sources(), clock.wallMs()),
    cluster: () => deployment.status(),
    archive: () => archiver?.state ?? null,
  })
  const uptime = createStatusService({
    store: store.uptime,
    exchanges: config.EXCHANGES,
    fiats: config.FIATS,
    sources: () => latest.sources(),
    tell: feed.publishEvent,
    clock: marketClock.clock,
    timers: marketClock.timers,
  })
  opened.add(uptime.past.stop)
  const reportMarketEvent = createMarketNotes(log, metrics, uptime.questions)
  const shown = createShownMarkets({
    clock: marketClock.clock,
    timers: marketClock.timers,
    rules,
    reportBug: (error) => reportMarketEvent({ kind: 'crash', where: 'subscriber', error }),
  })
  opened.add(shown.stop)
  const inboxes = openInboxes({
    config,
    store: store.inboxes,
    attempts: budgets.mails,
    publicUrl: () => publicUrl(),
    tellEnded: (...ended) => webhooks.operations.inboxEnded(...ended),
    clock,
    timers,
    log,
  })
  const webhooks = deployment.webhooks({
    inboxes: inboxes.room,
    accounts: store.keys,
    seal,
    allowPrivate: config.PRIVATE_RECEIVERS,
    publicUrl: config.PUBLIC_URL,
    plans: config.PLANS,
    rules,
    clock,
    timers,
    log,
    tell: feed.publishEvent,
    onAttempt: (outcome) => metrics.delivery(outcome),
    priceMarks: () => priceMarks(),
  })
  opened.add(webhooks.stop)
  const warmUp = () => {
    const sinceMs = clock.monoMs()
    const sayWarm = (isWarm: boolean) => {
      if (isWarm) log.info('the recorded past is in memory', { duration_ms: Math.round(clock.monoMs() - sinceMs) })
    }
    void past.warmUp(seriesOf(config)).then(sayWarm).catch(report('history'))
    void Promise.resolve(uptime.past.readUptime()).catch(report('uptime'))
  }
  const told = createSourceStatusCache({ clock: marketClock.clock, fiats: config.FIATS })
  const collecting = createIngestService(
    { ...collectingSettingsOf(config), isSimulated: simulation.isSimulated, rules },
    { client: simulation.client, shown, clock, timers, random: Math.random, report: reportMarketEvent },
  )
  const isSimulated = () => simulation.isSimulated() || told.isSimulated || collecting.isToldSimulated
  const dismiss = (reporter: string) => remote?.dismiss(reporter)
  for (const reactions of reactionsOf({
    callers,
    hub,
    collecting,
    shown,
    told,
    past,
    uptime,
    warmUp,
    webhooks,
    dismiss,
  }))
    opened.add(feed.listen(dispatch(reactions)))
  const archiver = openArchive({ config, scenes: () => told.view.scenes(), isSimulated, timers, log })
  const latest = marketAsAsked(
    createMarketService({ shown, collecting: told.view, clock: marketClock.clock }),
    replay,
    clock,
  )
  const requestClock = replay === null ? clock : { wallMs: replay.clock.wallMs, monoMs: clock.monoMs }
  const priceRule = createPriceRule(rules)
  const savedRules = createRuleService({
    store: store.rules,
    snapshot: latest.snapshot,
    priceRule,
    clock: requestClock,
  })
  const boards = createPricePageService({ store: store.boards, rules: savedRules, clock: requestClock })
  const replayedAt = replay && (() => new Date(replay.clock.wallMs()).toISOString())
  const priceMarks = () => ({ isSimulated: isSimulated(), isReplay: replay !== null })
  opened.add(deployment.endDuties)
  const setupFile = createSetupFile({
    operator: () => operator,
    hasAdmin: store.logins.hasAdmin,
    dataDir: config.DATA_DIR,
    log,
    clock,
  })
  const duties =
    replay === null
      ? createLeaderJobs({
          config,
          collecting,
          remote,
          shown,
          told,
          uptime,
          officials,
          isSimulated,
          report: reportMarketEvent,
          reportOfficial: (bank, fault) =>
            fault === null
              ? log.info('the official rates of a bank are read again', { bank })
              : log.warn('the official rates of a bank are not read', {
                  bank,
                  fault: `${fault.kind}: ${fault.message}`,
                }),
          setupFile: {
            announce: () => setupFile.announce().catch(report('there is no link of the first start')),
            tidy: setupFile.tidy,
          },
          chats: inboxes.chats,
          archiver,
          keepLastKnownPrice: createKeepGood(priceRule),
          repeat,
          clock,
        })
      : createReplayDuties({ replay, told, clock })
  await deployment.prepare(duties)

  for (const listener of whenShown({ hub, webhooks, priceMarks })) opened.add(latest.subscribe(listener))
  const deletion = createDeletion({
    keys: keyStore,
    webhooks: webhooks.operations,
    tell: feed.publishEvent,
    clock,
  })
  let listensAt: string | null = null
  const publicUrl = () => config.PUBLIC_URL ?? listensAt ?? `http://${config.HOST}:${config.PORT}`
  const operator = createOperator({
    keys: createKeys({ store: keyStore, tell: feed.publishEvent, clock }),
    stateOf: keyStore.stateOf,
    lastUses: store.usage.lastUses,
    deletion,
    removeSecondFactor: createRemoveSecondFactor({ ...store, report: security.report }),
    links: createOperatorsLinks({ ...store, notes: store, publicUrl, report: security.report, clock }),
    correct: createCorrect({ store: store.fixings, clock }),
    registry: createRegistry({ store: store.reporters, clock, tell: feed.publishEvent }),
    acted: deployment.propagated,
    restore: createRestore({
      store,
      seal: () => seal,
      clock,
      before: async () => {
        await ledger.flush()
        await keyStore.writeDown()
      },
      tell: feed.publishEvent,
    }),
    report: security.report,
  })
  if (store.sharing === null) opened.add((await openControlSocket(config.DATA_DIR, operator)).close)
  for (const { network, email } of [...(await store.recentLogIns.knownNetworks(mostKnownNetworks))].reverse())
    budgets.wrongPasswords.remember(network, email)
  const people = createAccountService({
    keys: keyStore,
    logins: store.logins,
    sessions: store.sessions,
    recentLogIns: store.recentLogIns,
    links: store.links,
    mailLink: inboxes.room.mailLink,
    mailAttempts: budgets.mails,
    report: security.report,
    reportBug: report('what follows an answer about passwords'),
    invites: store.invites,
    notes: store,
    deletion,
    publicUrl,
    passwords: createPasswords({
      few: createSemaphore({ most: 2, mostWaiting: 50 }),
      logCost: tools.passwordLogCost,
    }),
    guesses: budgets.wrongPasswords,
    registration: {
      mode: config.REGISTRATION,
      attempts: budgets.registrations,
      newAccounts: budgets.newAccounts,
    },
    planRequests: {
      tellOperator: config.ON_PLAN_REQUEST === undefined ? null : createPlanRequestHook(config.ON_PLAN_REQUEST, log),
      contact: config.PLAN_CONTACT ?? null,
      attempts: budgets.planRequests,
    },
    secondFactors: store.secondFactors,
    seal,
    receivers: {
      count: async (accountId) => ({
        webhooks: (await webhooks.operations.idsOf(accountId)).length,
        inboxes: (await inboxes.room.list(accountId)).length,
      }),
      forget: webhooks.operations.forget,
    },
    accountList: store.accountList,
    plans: config.PLANS,
    countedByMonth: store.usage.countedByMonth,
    lastUses: store.usage.lastUses,
    tell: feed.publishEvent,
    clock,
    calendar,
  })
  const visitors = visitorRulesOf(config)
  const door = createHttpHandler({
    implementations: [
      ...allEndpoints({
        latest,
        past,
        farPast,
        fixings: store.fixings,
        hub,
        callers,
        streamPlaces: deployment.streamPlaces,
        clock: requestClock,
        rules,
        officials: store.officials,
        inboxes: inboxes.room,
        saved: savedRules,
        boards,
        publicUrl,
        webhooks: webhooks.operations,
        maxStreams: config.MAX_STREAMS,
        usage: createUsageReader({ store: store.usage, keys: keyStore, recentErrors, turns, calendar, clock }),
        recentRequests,
        isSimulated,
        priceMarks,
        people,
        uptime: uptime.reader,
        service: {
          fiats: config.FIATS,
          describe: async () => ({
            ...cyclesOf(config),
            storageWorks: uptime.isWrittenDown,
            historySinceMs: await store.history.oldestDayMs(),
            openStreams: hub.open,
            archive: archiver?.state ?? null,
          }),
        },
        openapi: buildOpenApi({ plans: config.PLANS, baseUrl: `${config.PUBLIC_URL ?? ''}${apiPrefix}` }),
      }),
      ...serviceEndpoints(config.PUBLIC_URL ?? ''),
      livezEndpoint(),
      readyzEndpoint({
        trouble: deployment.trouble,
        hasFreshData: () => config.FIATS.some((fiat) => latest.snapshot(fiat) !== null),
        isStopping: () => shutdown.hasBegun(),
      }),
    ],
    callers,
    wrongKeys: budgets.wrongKeys,
    limiter: limiterOver(limiter),
    abuseThrottle: createAbuseThrottle({ clock, timers, pauseMs: config.HAMMERING_PAUSE_MS }),
    ledger,
    recentErrors,
    recentRequests,
    idempotencyStore: store.idempotency,
    clock,
    addressOf: createAddressOf(config.PROXY_HOPS),
    publicUrl: config.PUBLIC_URL,
    boards: createShownBoards({
      view: createViewBoard({ store: store.boards, accounts: keyStore, rules: savedRules }),
      isSimulated,
      replayedAt,
      clock,
    }),
    pages: createPages({
      built: openBuiltPages(tools.pagesFolder === undefined ? builtPagesFolder() : tools.pagesFolder),
      startFiat: config.FIATS[0] ?? 'UAH',
      areOpen: visitors.mayRead,
      isSimulated,
      publicUrl: config.PUBLIC_URL,
      clock: requestClock,
    }),
    protocol: createProtocol(),
    collectors: remote?.desk ?? null,
    sessions: people.sessions,
    visitors,
    isSimulated,
    replayedAt,
    consistency: deployment.consistency,
    onReply: (endpoint, status) => metrics.reply(endpoint, status),
    reportBug: (error, requestId) => log.error('a request failed', { ...faultFields(error), request_id: requestId }),
  })
  const opening = createOpening(door.fast)
  const { server, url } = await listen(opening.listener, {
    host: config.HOST,
    port: config.PORT,
    maxStreams: config.MAX_STREAMS,
  })
  listensAt = url
  opened.add(() => closeServer(server, 0))
  boundConnections(server, { most: mostConnectionsOf(config), isTrusted: isLoopback })
  if (config.METRICS_PORT !== 0) {
    const metricsServer = await serveMetrics(metrics, config.METRICS_PORT)
    opened.add(() => closeServer(metricsServer, 0))
  }

  await deployment.startServing(url, hub)
  await webhooks.start()
  warmUp()
  if (store.sharing !== null)
    opened.add(
      repeat(
        3_600_000,
        'cached keys could not be compared with the database',
        createSelfCheck({
          past,
          store: store.history,
          keys: seriesOf(config),
          clock,
          random: Math.random,
          onDifference: (what) => {
            metrics.differed()
            log.error(`${what} was not in memory as it is on record, and is read again`)
          },
        }),
      ),
    )
  opened.add(repeat(250, 'usage is not written down', () => ledger.flush()))

  const shutdown = createShutdown({
    opened,
    timers,
    log,
    lossOfData: store.dataHealth,
    finish: async () => {
      await deployment.drain(hub)
      remote?.stop()
      const closed = closeServer(server, graceMs)
      await deployment.endDuties()
      shown.stop()
      await Promise.all([hub.stop(), webhooks.stop()])
      await closed
      await ledger.flush()
    },
  })
  shutdown.watchData()
  opening.open()
  return {
    url,
    operator,
    doors: door,
    ready: (fiats) => freshPrices(latest, fiats),
    stop: shutdown.stop,
    ended: shutdown.ended,
  }
}

/** Converts the next refresh time from the replay's clock to the server's clock. */
const marketAsAsked = (market: MarketService, replay: Replay | null, clock: Clock): MarketService =>
  replay === null
    ? market
    : {
        ...market,
        refreshAtMonoMs: (fiat) =>
          clock.monoMs() + (market.refreshAtMonoMs(fiat) - replay.clock.monoMs()) / replay.speed,
      }
