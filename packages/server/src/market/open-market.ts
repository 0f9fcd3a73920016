import { type Fiat, normalRules, type TrustRules } from '@p2p-rates/core'
import type { AccountAndKeyStore } from '../accounts/account-and-key-store.js'
import type { Config } from '../base/config.js'
import { type OpenJob, timerJob } from '../base/jobs.js'
import type { Runtime } from '../base/runtime.js'
import type { Clock } from '../base/time/clock.js'
import type { Timers } from '../base/time/timers.js'
import { createMarketData } from './market-data.js'
import { createMarketService, type MarketService } from './market-service.js'
import { isComplete, type MarketSnapshot, type PublishMarket } from './market-snapshot.js'
import { createPriceOrigin } from './price-origin.js'
import { createPricePageService, createViewBoard, type PriceBoardStore } from './price-pages/price-page-service.js'
import { createPriceRule, createRuleService, storeLastKnownPrices } from './price-rules/rule-service.js'
import type { RuleStore } from './price-rules/rule-store.js'
import { createShownMarkets } from './shown-markets.js'
import { createSourceStatusCache } from './source-status-cache.js'

/**
 * The market module: the prices that this server shows now, what the state of each exchange is, and what accounts make
 * of the prices (saved formulas in `price-rules`, public pages in `price-pages`).
 *
 * `ingest` publishes one snapshot per currency; it arrives here as an event, on every server. Promises:
 * - A version never falls. A snapshot that is not newer than the shown one is ignored.
 * - A board is shown for 10 minutes after it was requested, by this server's own monotonic clock. After that it is left
 *   out, and the remaining boards are scored again. Every server shows the same data under the same version.
 * - A price of a rule is stored before a client can see it, so that its last known price survives a crash.
 *
 * Without new snapshots the prices expire and answers say that there are no data. Without the database, prices of the
 * market are shown as before; saved rules and boards cannot be read. If last known prices cannot be stored, the server
 * logs it and publishes all the same.
 *
 * In a replay, data age by the clock of the replay, and limits by the clock of the machine.
 */
export function openMarket(ports: {
  readonly runtime: Runtime
  readonly config: Config
  /** Time of a replay; null if the server collects prices. */
  readonly replay: ReplayTime | null
  readonly store: { readonly rules: RuleStore; readonly boards: PriceBoardStore }
  readonly accounts: Pick<AccountAndKeyStore, 'findAccount'>
}) {
  const { runtime, config, replay, store, accounts } = ports
  const { clock, timers } = replay ?? runtime
  const rules = trustRulesOf(config)
  const shown = createShownMarkets({ clock, timers, rules, reportBug: runtime.logError('the subscriber failed') })
  const sourceStatusCache = createSourceStatusCache({ clock, fiats: config.FIATS })
  const service = createMarketService({ shown, ingest: sourceStatusCache.view, clock })
  const latest =
    replay === null
      ? service
      : { ...service, refreshAtMonoMs: (fiat: Fiat) => toServerMonoMs(service.refreshAtMonoMs(fiat), replay, runtime) }
  const requestClock = { wallMs: clock.wallMs, monoMs: runtime.clock.monoMs }
  const priceRule = createPriceRule(rules)
  const ruleService = createRuleService({
    store: store.rules,
    snapshot: shown.snapshot,
    priceRule,
    clock: requestClock,
  })
  const keepPrices = (ruleStore: RuleStore, snapshot: MarketSnapshot): Promise<void> =>
    storeLastKnownPrices(priceRule, ruleStore, snapshot).catch(runtime.logError('the keeping of prices by rule failed'))
  /** Servers show other prices after boards have expired, without a publication. The publishing server stores them. */
  const keepPricesAfterExpiry: OpenJob<{ readonly store: { readonly rules: RuleStore } }> = async ({ store }) =>
    timerJob(() => [
      shown.subscribe((snapshot) => {
        if (!isComplete(snapshot)) void keepPrices(store.rules, snapshot)
      }),
    ])
  const origin = createPriceOrigin(replay !== null)
  origin.addSimulationCheck(() => sourceStatusCache.isSimulated)
  return {
    rules,
    /** Market data age by it. */
    time: { clock, timers },
    /** The time of the data, and this machine's monotonic clock. */
    requestClock,
    shown,
    sourceStatusCache,
    latest,
    dataOf: createMarketData({ exchanges: config.exchanges, latest, rules, isSimulated: origin.isSimulated }),
    origin,
    /** Instant up to which a replay has come; null if the server collects prices. */
    replayedAt: replay && (() => new Date(replay.clock.wallMs()).toISOString()),
    ruleService,
    pricePages: createPricePageService({ store: store.boards, rules: ruleService, clock: requestClock }),
    viewBoard: createViewBoard({ store: store.boards, accounts, rules: ruleService }),
    storingPrices:
      (ruleStore: RuleStore, publishMarket: PublishMarket): PublishMarket =>
      async (publication) => {
        if (publication.snapshot !== null) await keepPrices(ruleStore, publication.snapshot)
        await publishMarket(publication)
      },
    jobs: { keepPricesAfterExpiry },
    handlers: { snapshot: shown.showSnapshot, sources: sourceStatusCache.receiveSources },
    /** Resolves once each of these currencies has prices. */
    ready: (fiats: readonly Fiat[]): Promise<void> => waitForFirstPrices(latest, fiats),
    stop: shown.stop,
  }
}

export type MarketModule = ReturnType<typeof openMarket>

export type ReplayTime = { readonly clock: Clock; readonly timers: Timers; readonly speed: number }

const trustRulesOf = ({ TRUSTED_FROM, BAND_USDT: [min, max], GATE_FLOOR_PCT }: Config): TrustRules => ({
  ...normalRules,
  trustedFrom: TRUSTED_FROM,
  bandUsdt: { min, max },
  minGate: GATE_FLOOR_PCT / 100,
})

const toServerMonoMs = (atMonoMs: number, { clock, speed }: ReplayTime, server: Pick<Runtime, 'clock'>): number =>
  server.clock.monoMs() + (atMonoMs - clock.monoMs()) / speed

const waitForFirstPrices = (latest: MarketService, fiats: readonly Fiat[]): Promise<void> =>
  new Promise((done) => {
    let cancel = () => {}
    const look = () => {
      if (fiats.some((fiat) => latest.snapshot(fiat) === null)) return
      cancel()
      done()
    }
    cancel = latest.subscribe(look)
    look()
  })
