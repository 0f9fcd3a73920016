import { type ExchangeId, type Fiat, sides } from '@p2p-rates/core'
import type { Clock } from '../time/clock.js'
import type { Timers } from '../time/timers.js'
import type { BookClient } from './ask-within.js'
import type { BackOffMemory } from './back-off-memory.js'
import { createLane, type Lane, type LanePorts } from './lane.js'
import type { ReportMarketEvent } from './market-event.js'
import type { LaneMarket } from './queue.js'
import { createWaits } from './waits.js'

export type CollectorSettings = {
  readonly fiats: readonly Fiat[]
  readonly exchanges: readonly ExchangeId[]
  /** How often each currency is asked for. */
  readonly cycleMsOf: (fiat: Fiat) => number
  readonly minIntervalMsOf: (exchange: ExchangeId) => number
}

export type CollectorPorts = {
  readonly client: BookClient
  readonly clock: Clock
  readonly timers: Timers
  readonly random: () => number
  readonly report: ReportMarketEvent
  readonly backOffs: BackOffMemory
  readonly take: LanePorts['take']
  readonly answeredOrGivenUp: (fiat: Fiat) => void
  /** Read so recently, before a restart, that it is not due yet. */
  readonly isRecent: (exchange: ExchangeId, market: LaneMarket) => boolean
}

/** When to ask whom: every currency in its own rhythm, every exchange in its own lane. */
export interface Collector {
  readonly lanes: readonly Lane[]
  start(): void
  stop(): void
  /** Whether an answer about this currency is on its way from anybody. */
  expects(fiat: Fiat): boolean
  nextCycleMonoMs(fiat: Fiat): number
}

export function createCollector(settings: CollectorSettings, ports: CollectorPorts): Collector {
  const { fiats, exchanges, cycleMsOf, minIntervalMsOf } = settings
  const { clock, timers, report, backOffs, isRecent, answeredOrGivenUp, ...shared } = ports
  const starts = new Map<Fiat, number>()
  const waits = createWaits(timers)
  let busySinceMonoMs: number | null = null

  const lanes = exchanges.map((exchange) =>
    createLane(exchange, backOffs.of(exchange), {
      ...shared,
      clock,
      timers,
      report,
      markets: marketsOf(fiats),
      minIntervalMs: minIntervalMsOf(exchange),
      answeredOrGivenUp: (fiat) => {
        answeredOrGivenUp(fiat)
        if (busySinceMonoMs === null || !lanes.every((lane) => lane.isResting)) return
        report({ kind: 'cycle_done', durationMs: clock.monoMs() - busySinceMonoMs })
        busySinceMonoMs = null
      },
      remember: (breaker) => backOffs.remember(exchange, breaker),
    }),
  )

  const cycle = (group: readonly Fiat[], cycleMs: number, isDue: (lane: Lane, market: LaneMarket) => boolean): void => {
    for (const fiat of group) starts.set(fiat, clock.monoMs())
    busySinceMonoMs ??= clock.monoMs()
    for (const lane of lanes) {
      const due = marketsOf(group).filter((market) => isDue(lane, market))
      lane.ask(due, cycleMs * hardStop)
    }
  }

  /** The next cycle is set before this one begins, so that nothing that happens in it can end the rhythm. */
  const repeat = (group: readonly Fiat[], cycleMs: number): void =>
    waits.after(cycleMs, () => {
      repeat(group, cycleMs)
      cycle(group, cycleMs, () => true)
    })

  return {
    lanes,
    start: () => {
      for (const [cycleMs, group] of groupBy(fiats, cycleMsOf)) {
        repeat(group, cycleMs)
        cycle(group, cycleMs, (lane, market) => !isRecent(lane.exchange, market))
      }
    },
    stop: () => {
      waits.cancelAll()
      for (const lane of lanes) lane.stop()
    },
    expects: (fiat) => lanes.some((lane) => lane.expects(fiat)),
    nextCycleMonoMs: (fiat) => (starts.get(fiat) ?? clock.monoMs()) + cycleMsOf(fiat),
  }
}

/** How much of a cycle it may take: 240 of 300 seconds. */
const hardStop = 0.8

const marketsOf = (fiats: readonly Fiat[]): readonly LaneMarket[] =>
  fiats.flatMap((fiat) => sides.map((side) => ({ fiat, side })))

function groupBy(fiats: readonly Fiat[], keyOf: (fiat: Fiat) => number): ReadonlyMap<number, readonly Fiat[]> {
  const groups = new Map<number, Fiat[]>()
  for (const fiat of fiats) {
    const group = groups.get(keyOf(fiat))
    if (group === undefined) groups.set(keyOf(fiat), [fiat])
    else group.push(fiat)
  }
  return groups
}
