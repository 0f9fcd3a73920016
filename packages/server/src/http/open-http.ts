import type { Server } from 'node:http'
import { apiPrefix, buildOpenApi } from '@p2p-rates/contract'
import { type AccountChanged, type KeyChanged, type SessionsEnded, sessionsOf } from '../accounts/account-events.js'
import type { IdempotencyStore } from '../accounts/idempotency-store.js'
import type { openAccounts } from '../accounts/open-accounts.js'
import type { ChannelService } from '../alerts/channels/channel-service.js'
import type { WebhookOperations } from '../alerts/webhooks/webhook-operations.js'
import type { Config } from '../base/config.js'
import { isLoopback } from '../base/local-and-unencrypted-addresses.js'
import { logDamage } from '../base/log/log.js'
import type { Metrics } from '../base/metrics/metrics.js'
import { serveMetrics } from '../base/metrics/serve-metrics.js'
import type { PublicAddress } from '../base/public-address.js'
import type { Runtime } from '../base/runtime.js'
import type { HistoryStore, RecordedHistory } from '../history/history-stores.js'
import type { HistoryModule } from '../history/open-history.js'
import type { IngestModule } from '../ingest/open-ingest.js'
import type { Limiter } from '../limits/limiter.js'
import type { openLimits } from '../limits/open-limits.js'
import type { MarketModule } from '../market/open-market.js'
import { httpContextOf } from './http-context.js'
import { createHttpHandler } from './http-handler.js'
import { closeServer, createStartupGate, limitConnectionsPerAddress, listen } from './listen.js'
import type { ReplicaConsistency } from './request-pipeline.js'
import type { RouteHandler } from './route-handler.js'
import { allEndpoints, type RouteStores } from './routes/all.js'
import { createHistoryQueryRunner, type HistoryQueryRunner, historyWorker } from './routes/history-queries.js'
import { livezEndpoint, readyzEndpoint, serviceEndpoints } from './routes/service-description.js'
import { publishFrames } from './stream/frame.js'
import { createHub, type Hub } from './stream/hub.js'
import { createWidgetRenderer } from './web/boards/widget-renderer.js'
import { builtPagesFolder, openBuiltPages } from './web/built-pages.js'
import { createPageRenderer } from './web/page-renderer.js'

export type HttpPorts = {
  readonly runtime: Runtime
  readonly config: Config
  readonly modules: HttpModules
  readonly store: RecordedHistory &
    RouteStores & {
      readonly history: Pick<HistoryStore, 'oldestDayMs'>
      readonly idempotency: IdempotencyStore
    }
  readonly cluster: {
    readonly shared: { readonly consistency: ReplicaConsistency } | null
    readinessProblem(): Promise<string | null>
  }
  readonly metrics: Metrics
  readonly address: PublicAddress
  /** Folder of the built pages: null without any, the server's own if undefined. */
  readonly pagesFolder: string | null | undefined
}

export type HttpModules = {
  readonly accounts: ReturnType<typeof openAccounts>
  readonly market: MarketModule
  readonly history: HistoryModule
  readonly limits: Pick<
    Awaited<ReturnType<typeof openLimits>>,
    'streamLimiter' | 'authRateLimiters' | 'abuseThrottle'
  > & { readonly limiter: Limiter }
  readonly alerts: { readonly webhooks: WebhookOperations; readonly channels: ChannelService }
  readonly ingest: Pick<IngestModule, 'agentApi' | 'cycles'>
}

/**
 * The http module: the one port on which the server answers. API and pages' endpoints (`routes`), live streams
 * (`stream`), tools for AI assistants (`mcp`), pages and price boards (`web`), and the door of remote collectors.
 *
 * A GET of a fixed path by a cached caller takes the fast path; everything else goes through Koa. Both use the same
 * authentication and the same pipeline. Promises:
 * - Both ways in return the same bytes, and every answer that a limit counts carries the limits after it.
 * - Refused and wrong requests are answered in the error format of the contract, down to unreadable bytes.
 * - No client holds up another: headers, bodies, streams and connections per address have bounds.
 * - From a stop on, `/readyz` says so; answers under way get 10 seconds, and streams close in batches.
 *
 * Until `open` is called, all but `/livez` is answered 503. Without the database, cached answers go on, and what needs
 * a read or a write is 503 `storage_unavailable`. Without built pages, a page says that the API answers all the same.
 * Long reads of history run in a worker thread, or in this one if the program was not built.
 */
export function openHttp(ports: HttpPorts) {
  const { runtime, config, modules, store, metrics, address } = ports
  const { clock, timers } = runtime
  const streams = createHub({ clock, timers, report: runtime.logError('stream') })
  const thread = historyWorker(config, logDamage(runtime.log))
  const historyQueries = createHistoryQueryRunner({ thread, accountQueue: modules.accounts.queue, recorded: store })
  const state = { isStopping: false }
  const handler = createHandler(ports, endpointsOf(ports, { streams, historyQueries, state }))
  const gate = createStartupGate(handler.fastPath)
  const servers: Server[] = []
  const unsubscribe = modules.market.shown.subscribe(publishFrames(streams, modules.market.origin.flags))
  return {
    /** Both ways in. Only the fast one has a port; a test holds the other against it. */
    handler,
    streams,
    handlers: streamEndings(streams),
    /** Resolves with the URL once clients can connect. */
    listen: async (): Promise<string> => {
      const { HOST: host, PORT: port, MAX_STREAMS: maxStreams, METRICS_PORT: metricsPort } = config
      const { server, url } = await listen(gate.listener, { host, port, maxStreams })
      servers.push(server)
      address.listensAt(url)
      limitConnectionsPerAddress(server, { most: maxConnectionsPerAddress(config), isTrusted: isLoopback })
      if (metricsPort !== 0) servers.push(await serveMetrics(metrics, metricsPort))
      return url
    },
    open: gate.open,
    /** From now on `/readyz` sends clients away. */
    announceStop: () => {
      state.isStopping = true
    },
    /** Takes no new connections. Resolves once answers under way are written. */
    finishAnswers: async () => {
      const [server] = servers
      if (server !== undefined) await closeServer(server, graceMs)
    },
    stop: async () => {
      unsubscribe()
      for (const server of servers.splice(0).reverse()) await closeServer(server, 0)
      await streams.stop()
      await thread?.stop()
    },
  }
}

export type HttpModule = ReturnType<typeof openHttp>

/** Answers under way get this long after the word to stop. */
const graceMs = 10_000

type Opened = {
  readonly streams: Hub
  readonly historyQueries: HistoryQueryRunner
  readonly state: { readonly isStopping: boolean }
}

function endpointsOf(
  { config, modules, store, cluster, address }: HttpPorts,
  { streams, historyQueries, state }: Opened,
): readonly RouteHandler[] {
  const { market, history, ingest } = modules
  return [
    ...allEndpoints({
      modules,
      store,
      streams,
      historyQueries,
      maxStreams: config.MAX_STREAMS,
      publicUrl: address.url,
      service: {
        fiats: config.FIATS,
        describe: async () => ({
          ...ingest.cycles,
          storageWorks: history.isPersisted(),
          historySinceMs: await store.history.oldestDayMs(),
          openStreams: streams.openCount,
          archive: history.archiveState(),
        }),
      },
      exchanges: config.exchanges,
      openapi: () =>
        buildOpenApi({
          plans: config.PLANS,
          baseUrl: `${config.PUBLIC_URL ?? ''}${apiPrefix}`,
          exchanges: config.exchanges,
        }),
    }),
    ...serviceEndpoints(config.PUBLIC_URL ?? ''),
    livezEndpoint(),
    readyzEndpoint({
      trouble: cluster.readinessProblem,
      hasFreshData: () => config.FIATS.some((fiat) => market.shown.snapshot(fiat) !== null),
      isStopping: () => state.isStopping,
    }),
  ]
}

function createHandler(ports: HttpPorts, implementations: readonly RouteHandler[]) {
  const { config, modules, pagesFolder } = ports
  const { viewBoard, requestClock } = modules.market
  const context = httpContextOf(ports)
  const { isSimulated, replayedAt, clock, publicUrl, visitors, exchanges } = context
  return createHttpHandler(context, {
    implementations,
    boards: createWidgetRenderer({ view: viewBoard, isSimulated, replayedAt, clock }),
    pages: createPageRenderer({
      exchanges,
      built: openBuiltPages(pagesFolder === undefined ? builtPagesFolder() : pagesFolder),
      startFiat: config.FIATS[0] ?? 'UAH',
      areOpen: visitors.mayRead,
      isSimulated,
      publicUrl,
      clock: requestClock,
    }),
    agentApi: modules.ingest.agentApi,
  })
}

/** Streams end with the key, the session or the account that opened them. */
const streamEndings = ({ closeStreamsOf }: Hub) => ({
  key_changed: ({ keyId, isLive }: KeyChanged) => {
    if (!isLive) closeStreamsOf(keyId)
  },
  account_changed: ({ account }: AccountChanged) => closeStreamsOf(account.id),
  sessions_ended: ({ accountId, sessionId }: SessionsEnded) => closeStreamsOf(sessionId ?? sessionsOf(accountId)),
})

/** Behind a proxy all connections come from it: they are not bounded by address. */
const maxConnectionsPerAddress = ({ PROXY_HOPS, CONNECTIONS_PER_ADDRESS }: Config): number =>
  PROXY_HOPS > 0 ? 0 : CONNECTIONS_PER_ADDRESS
