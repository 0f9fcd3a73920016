import { exchangeIds, type Fiat, normalRules } from '@p2p-rates/core'
import { usualExchanges } from '@p2p-rates/core/internal'
import { createMarketService } from '../../market/market-service.js'
import type { MarketSnapshot } from '../../market/market-snapshot.js'
import { createShownMarkets } from '../../market/shown-markets.js'
import { createFakeTime } from '../../testing/fake-time.js'
import type { CollectorStateStore } from '../collector-state-store.js'
import type { BookClient } from '../fetcher.js'
import type { MarketEvent } from '../market-log.js'
import { collectAll } from './collect-all.js'
import { createMemorySourceStore } from './memory-source-store.js'
import { publishHere } from './publish-here.js'
import { anHonestBoard, createScriptedExchanges, type Question, type Script } from './scripted-exchanges.js'

export const openIngest = async (
  options: {
    readonly time?: ReturnType<typeof createFakeTime>
    readonly script?: Script
    readonly latencyMs?: (of: Question) => number
    readonly fiats?: readonly Fiat[]
    readonly exchanges?: readonly string[]
    readonly cycles?: ReadonlyMap<string, number>
    readonly store?: CollectorStateStore
    readonly record?: (snapshot: MarketSnapshot) => Promise<void>
    readonly random?: () => number
    readonly report?: (event: MarketEvent) => void
    readonly client?: BookClient
    /** False if the test simulates days, so that events don't pile up. */
    readonly remember?: boolean
  } = {},
) => {
  const { time = createFakeTime(), store = createMemorySourceStore(), remember = true } = options
  const exchanges = createScriptedExchanges(
    time,
    options.script ?? ((question) => anHonestBoard(question)),
    options.latencyMs,
    remember,
  )
  const events: MarketEvent[] = []
  const recorded: MarketSnapshot[] = []
  const report = options.report ?? ((event: MarketEvent) => void (remember && events.push(event)))
  const shown = createShownMarkets({
    ...time,
    rules: normalRules,
    reportBug: (error) => report({ kind: 'crash', where: 'subscriber', error }),
  })
  const ingest = await collectAll(
    {
      exchanges: usualExchanges,
      plan: {
        fiats: options.fiats ?? ['UAH', 'EUR', 'PLN'],
        exchanges: options.exchanges ?? exchangeIds,
        cycleMsOf: (fiat) => (options.cycles?.get(fiat) ?? 300) * 1_000,
      },
      frontRecord: () => ({}),
      isSimulated: () => true,
      rules: normalRules,
      client: options.client ?? exchanges.client,
      shown,
      time,
      random: options.random ?? (() => 0.5),
      report,
    },
    {
      store,
      publishMarket: publishHere({
        shown,
        record: options.record ?? (async (snapshot) => void (remember && recorded.push(snapshot))),
        report,
        clock: time.clock,
      }),
    },
  )
  const latest = createMarketService({ shown, ingest, clock: time.clock })
  const room = {
    start: ingest.start,
    stop: () => {
      ingest.stop()
      shown.stop()
    },
  }
  return {
    ...time,
    ...exchanges,
    room,
    latest,
    store,
    events,
    recorded,
    source: (exchange: string, fiat = 'UAH') => {
      const found = latest.sources().find((source) => source.exchange === exchange && source.fiat === fiat)
      if (found === undefined) throw new Error(`${exchange} ${fiat} is not collected here.`)
      return found
    },
    used: (fiat: Fiat = 'UAH') => [
      ...new Set(latest.snapshot(fiat)?.market.boards.map(({ exchange }) => exchange) ?? []),
    ],
    countOf: (exchange: string, sinceMs = 0) =>
      exchanges.asked.filter((question) => question.exchange === exchange && question.atMs >= sinceMs).length,
  }
}

export const minutes = (count: number): number => count * 60_000
export const onlyFor =
  (exchange: string, script: Script): Script =>
  (question) =>
    question.exchange === exchange ? script(question) : anHonestBoard(question)
