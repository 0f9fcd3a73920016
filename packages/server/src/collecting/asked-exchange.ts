import type { ExchangeId, Fiat } from '@p2p-rates/core'
import type { Clock } from '../time/clock.js'
import { recallBackOff } from './back-off-memory.js'
import type { Believing } from './believing.js'
import type { Collector } from './collector.js'
import type { HandedReadings } from './handed-readings.js'
import { createHandingOver, type Messenger } from './handing-over.js'
import type { LaneView } from './lane-view.js'
import { createMarketCounts } from './market-counts.js'
import type { MarketEvent, ReportMarketEvent } from './market-event.js'
import { type LaneMarket, nameOf } from './queue.js'
import type { SourceStore } from './source-store.js'
import type { LaneTold } from './told-lanes.js'

/** With what one exchange is asked. */
export type AskedExchangePorts = {
  readonly store: Pick<SourceStore, 'backOffs' | 'saveBackOff' | 'clearBackOff'>
  /** Where another server may believe what is read here. */
  readonly elsewhere: { readonly messenger: Messenger; readonly readings: Pick<HandedReadings, 'agesOf'> } | null
}

/** One exchange, asked by this server. */
export interface AskedExchange {
  readonly view: LaneView
  start(): void
  /** Tells and hands over what waits, where another server believes. */
  look(): Promise<void>
  stop(): void
}

/** What is read goes straight to who believes on this server, and is handed over while nobody here does. */
export async function openAskedExchange(
  exchange: ExchangeId,
  ports: AskedExchangePorts & {
    readonly collector: Collector
    readonly believing: () => Believing | null
    readonly fiats: readonly Fiat[]
    readonly markets: readonly LaneMarket[]
    readonly cycleMsOf: (fiat: Fiat) => number
    readonly isSimulated: () => boolean
    readonly clock: Clock
    readonly report: ReportMarketEvent
  },
): Promise<AskedExchange> {
  const { store, elsewhere, collector, believing, fiats, markets, cycleMsOf, isSimulated, clock } = ports
  const begunMonoMs = clock.monoMs()
  const backOff = await recallBackOff(exchange, { store, clock, report: ports.report })
  const recent = await recentlyHanded(exchange, ports)
  const counts = createMarketCounts(markets)

  const words = (): LaneTold => {
    const { breaker, lastFault } = lane
    const { state, kind, openings, notBeforeMonoMs, rate } = breaker.now
    return {
      kind: 'lane',
      exchange,
      begunMonoMs,
      atMonoMs: clock.monoMs(),
      breaker: { state, kind, openings, notBeforeMonoMs, rate },
      trouble: breaker.trouble?.message ?? null,
      faults: markets.flatMap((market) => {
        const fault = lastFault(market)
        return fault === null ? [] : [{ market, fault }]
      }),
      nextCycleMonoMs: new Map(fiats.map((fiat) => [fiat, collector.nextCycleMonoMs(fiat)])),
      counts: counts.all(),
      isSimulated: isSimulated(),
      ageMs: 0,
    }
  }

  const handing =
    elsewhere === null
      ? null
      : createHandingOver({ messenger: elsewhere.messenger, words, isAwaited: () => believing() === null, clock })

  /** What is counted is told to the one who writes it down. */
  const report = (event: MarketEvent): void => {
    const isCount = event.kind === 'due' || event.kind === 'answered'
    if (isCount && handing !== null && believing() === null) counts.note(event)
    else ports.report(event)
  }

  const isRecent = (market: LaneMarket): boolean => {
    const askedMonoMs = recent.get(nameOf(market))
    const isHanded = askedMonoMs !== undefined && clock.monoMs() - askedMonoMs < cycleMsOf(market.fiat) / 2
    return isHanded || believing()?.isRecent(exchange, market) === true
  }

  const lane = collector.open(exchange, {
    remembered: backOff.breaker,
    remember: backOff.remember,
    report,
    take: (reading) => {
      const here = believing()
      if (here !== null) return here.take(reading)
      handing?.put(reading)
      return 'taken'
    },
  })

  return {
    view: {
      exchange,
      breaker: lane.breaker,
      lastFault: lane.lastFault,
      nextCycleMonoMs: collector.nextCycleMonoMs,
      isUnattended: () => false,
      get isSimulated() {
        return isSimulated()
      },
    },
    start: () => collector.begin(lane, isRecent),
    look: async () => handing?.look(),
    stop: () => {
      collector.close(lane)
      handing?.stop()
    },
  }
}

/** When what was handed over last was asked for: who comes after need not ask again at once. */
async function recentlyHanded(
  exchange: ExchangeId,
  { elsewhere, clock, report }: Pick<AskedExchangePorts, 'elsewhere'> & { clock: Clock; report: ReportMarketEvent },
): Promise<ReadonlyMap<string, number>> {
  try {
    const nowMonoMs = clock.monoMs()
    const ages = (await elsewhere?.readings.agesOf(exchange)) ?? []
    return new Map(ages.map((reading) => [nameOf(reading), nowMonoMs - reading.ageMs]))
  } catch (error) {
    report({ kind: 'crash', where: 'store of handed readings', error })
    return new Map()
  }
}
