import { type ExchangeId, type Fiat, normalRules } from '@p2p-rates/core'
import { usualExchanges } from '@p2p-rates/core/internal'
import { every } from '../../base/time/timers.js'
import { decodeEvent, encodeEvent } from '../../cluster/events/event-codec.js'
import { createMarketService } from '../../market/market-service.js'
import type { MarketSnapshot } from '../../market/market-snapshot.js'
import { createShownMarkets, type ShownMarkets, type SnapshotPublished } from '../../market/shown-markets.js'
import { createFakeTime } from '../../testing/fake-time.js'
import type { BookClient } from '../fetcher.js'
import { createIngestService, type IngestService } from '../ingest-service.js'
import type { MarketEvent } from '../market-log.js'
import type { RemoteWorkerStatus } from '../worker-status.js'
import { createMemoryReadingQueue } from './memory-reading-queue.js'
import { createMemorySourceStore } from './memory-source-store.js'
import { publishHere } from './publish-here.js'
import { anHonestBoard, createScriptedExchanges, type Question, type Script } from './scripted-exchanges.js'

const datedAhead = ({ fetchBook }: BookClient, ms: number): BookClient => ({
  fetchBook: async (market, options) => {
    const reading = await fetchBook(market, options)
    if (reading.state === 'failed') return reading
    const { board } = reading
    const ads = board.ads.map((ad) => ({ ...ad, observedAtMs: ad.observedAtMs + ms }))
    return { ...reading, board: { ...board, ads, observedAtMs: board.observedAtMs + ms } }
  },
})

type Skew = { readonly wallMs?: number; readonly monoMs?: number }

export const openServers = (options: {
  readonly exchanges: readonly ExchangeId[]
  readonly fiats?: readonly Fiat[]
  readonly script?: Script
  readonly latencyMs?: (of: Question) => number
}) => {
  const { exchanges, fiats = ['UAH'], script = (question) => anHonestBoard(question), latencyMs } = options
  const time = createFakeTime()
  const scripted = createScriptedExchanges(time, script, latencyMs)
  const store = createMemorySourceStore()
  const readings = createMemoryReadingQueue(time.clock)
  const rooms = new Set<IngestService>()
  const everywhere = new Set<ShownMarkets>()
  const published: MarketSnapshot[] = []
  const showEverywhere = (told: Omit<SnapshotPublished, 'kind'>): void => {
    if (told.snapshot !== null) published.push(told.snapshot)
    const text = encodeEvent({ kind: 'snapshot', ...told })
    for (const shown of everywhere) shown.showSnapshot(decodeEvent(text) as SnapshotPublished)
  }
  let savesBoards = true
  const lanes = new Map<ExchangeId, RemoteWorkerStatus>()
  const told: { readonly exchange: ExchangeId; readonly atMs: number }[] = []
  let place = 0
  let isSimulated = false
  /** Current lease holder of each exchange; only it may write. */
  const holders = new Map<ExchangeId, object>()

  const open = (skew: Skew = {}) => {
    const clock = {
      wallMs: () => time.clock.wallMs() + (skew.wallMs ?? 0),
      monoMs: () => time.clock.monoMs() + (skew.monoMs ?? 0),
    }
    const { timers } = time
    const events: MarketEvent[] = []
    const report = (event: MarketEvent) => void events.push(event)
    const shown = createShownMarkets({
      clock,
      timers,
      rules: normalRules,
      reportBug: (error) => report({ kind: 'crash', where: 'subscriber', error }),
    })
    const room = createIngestService({
      exchanges: usualExchanges,
      plan: { fiats, exchanges, cycleMsOf: () => 300_000 },
      frontRecord: () => ({}),
      isSimulated: () => isSimulated,
      rules: normalRules,
      client: datedAhead(scripted.client, skew.wallMs ?? 0),
      shown,
      time: { clock, timers },
      random: () => 0.5,
      report,
    })
    rooms.add(room)
    everywhere.add(shown)
    for (const lane of lanes.values()) room.receiveWorkerStatus(lane)
    const crash = (where: string) => (error: unknown) => report({ kind: 'crash', where, error })

    const ask = async (exchange: ExchangeId) => {
      const holder = {}
      holders.set(exchange, holder)
      const enter = () => {
        if (holders.get(exchange) !== holder) throw new Error('deposed')
      }
      const asking = await room.collectExchange(exchange, {
        store,
        peers: {
          notifier: {
            publishStatus: async (lane) => {
              enter()
              const copy = decodeEvent(encodeEvent(lane)) as RemoteWorkerStatus
              lanes.set(exchange, copy)
              told.push({ exchange, atMs: time.clock.wallMs() })
              for (const one of rooms) one.receiveWorkerStatus(copy)
            },
            queueReadings: async (handed) => {
              enter()
              place += 1
              for (const reading of handed) await readings.putReading(reading, place)
              for (const one of rooms) one.receiveReadingsQueued()
            },
          },
          readings,
        },
      })
      asking.start()
      const end = every(timers, 1_000, asking.pollTasks, crash('handing over'))
      return {
        stop: () => {
          end()
          asking.stop()
        },
        /** The lease is lost, and the server does not know it yet. */
        depose: () => holders.delete(exchange),
      }
    }

    const believe = async () => {
      const believing = await room.reviewBoards({
        store: {
          ...store,
          saveBoards: async (...saved) => {
            if (savesBoards) await store.saveBoards(...saved)
          },
        },
        publishMarket: publishHere({ shown: { showSnapshot: showEverywhere }, record: async () => {}, report, clock }),
        readings,
      })
      await believing.pollReadings()
      const end = every(timers, 5_000, believing.pollReadings, crash('taking'))
      const market = createMarketService({ shown, ingest: believing, clock })
      return {
        market,
        source: (exchange: ExchangeId) => market.sources().find((source) => source.exchange === exchange),
        used: () =>
          [...new Set(market.snapshot('UAH')?.market.boards.map(({ exchange }) => exchange) ?? [])].toSorted(),
        stop: () => {
          end()
          believing.stop()
        },
      }
    }

    return {
      room,
      events,
      ask,
      believe,
      told: (kind: MarketEvent['kind']) => events.filter((one) => one.kind === kind),
    }
  }

  return {
    ...time,
    ...scripted,
    open,
    readings,
    told,
    lastWord: (exchange: ExchangeId) => {
      const word = lanes.get(exchange)
      if (word === undefined) throw new Error(`Nothing was told of ${exchange}.`)
      return word
    },
    forge: async (text: string, exchange = 'okx', ageMs = 0) => {
      place += 1
      await readings.putReading({ exchange, fiat: 'UAH', side: 'BUY', text, ageMs: () => ageMs }, place)
      for (const one of rooms) one.receiveReadingsQueued()
    },
    published,
    /** Simulate a leader that dies between publishing and saving. */
    saveNoBoards: () => {
      savesBoards = false
    },
    beSimulated: () => {
      isSimulated = true
    },
  }
}
