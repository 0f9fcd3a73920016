import type { ExchangeId } from '@p2p-rates/core'
import { isFresh } from '../market/freshness.js'
import type { Clock } from '../time/clock.js'
import type { Timers } from '../time/timers.js'
import type { ConsumedReading } from './exchange-worker.js'
import type { ReportMarketEvent } from './market-event.js'
import type { WorkerMarket } from './queue.js'
import type { HandedReading, ReadingQueue } from './reading-queue.js'
import { readHanded } from './reading-text.js'

/** Takes what other servers hand over: each reading once, in the order in which they came. */
export interface ReadingConsumer {
  pollReadings(): Promise<void>
  /** Reset the position, because the changelog started over. */
  startOver(): void
  stop(): void
}

export function createReadingConsumer(ports: {
  readonly readings: Pick<ReadingQueue, 'since'>
  readonly exchanges: readonly ExchangeId[]
  readonly markets: readonly WorkerMarket[]
  readonly acceptReading: (reading: ConsumedReading) => void
  readonly clock: Clock
  readonly timers: Timers
  readonly report: ReportMarketEvent
}): ReadingConsumer {
  const { readings, exchanges, markets, acceptReading, clock, timers, report } = ports
  let place = 0
  let looking: Promise<void> | null = null
  let isStopped = false

  const takeOne = (handed: HandedReading, lookedAtMonoMs: number): void => {
    // The clock of the database may have been set back a little since.
    const receivedMonoMs = lookedAtMonoMs - Math.max(0, handed.ageMs)
    if (!isFresh(receivedMonoMs, clock.monoMs())) return
    const { exchange, fiat, side } = handed
    const market = markets.find((one) => one.fiat === fiat && one.side === side)
    // Other servers may collect what this one does not show.
    if (market === undefined || !exchanges.includes(exchange)) return
    const board = readHanded(handed, clock.wallMs())
    if (board === null) report({ kind: 'refused', exchange, fiat, side })
    else acceptReading({ market, board, receivedMonoMs, attempt: 0 })
  }

  const lookNow = async (): Promise<void> => {
    const lookedAtMonoMs = clock.monoMs()
    for (const handed of await readings.since(place)) {
      if (isStopped) return
      place = handed.place
      takeOne(handed, lookedAtMonoMs)
      // Let requests run between boards, because hundreds may wait when a leader starts.
      await new Promise<void>((done) => timers.soon(done))
    }
  }

  return {
    pollReadings: async () => {
      // Wait for the next read, because a read in progress may be too early for this caller.
      await looking?.catch(() => {})
      looking ??= lookNow().finally(() => {
        looking = null
      })
      await looking
    },
    startOver: () => {
      place = 0
    },
    stop: () => {
      isStopped = true
    },
  }
}
