import type { ExchangeId, Fault } from '@p2p-rates/core'
import type { Clock } from '../base/time/clock.js'
import { nameOf, type WorkerMarket } from './fetch-queue.js'
import type { ReportMarketEvent } from './market-log.js'

/** `isOver`: the market has answered since. */
export type DatedFault = Fault & { readonly atMs: number; readonly isOver: boolean }

export type FaultLog = ReturnType<typeof createFaultLog>

/** The last fault of each market of one exchange. Reports new faults and recoveries. */
export function createFaultLog(exchange: ExchangeId, clock: Clock, report: ReportMarketEvent) {
  const faults = new Map<string, DatedFault>()
  return {
    recordFault: (market: WorkerMarket, fault: Fault): void => {
      const last = faults.get(nameOf(market))
      faults.set(nameOf(market), { ...fault, atMs: clock.wallMs(), isOver: false })
      if (fault.kind === 'no_market') return
      const news = last === undefined || last.isOver || last.kind !== fault.kind
      report({ kind: 'fault', exchange, ...market, fault, news })
    },
    over: (market: WorkerMarket): void => {
      const last = faults.get(nameOf(market))
      if (last === undefined || last.isOver) return
      faults.set(nameOf(market), { ...last, isOver: true })
      if (last.kind !== 'no_market') report({ kind: 'recovered', exchange, ...market })
    },
    last: (market: WorkerMarket): DatedFault | null => faults.get(nameOf(market)) ?? null,
  }
}
