import type { ExchangeId } from '@p2p-rates/core'
import type { Clock } from '../base/time/clock.js'
import type { Timers } from '../base/time/timers.js'
import { isFresh } from '../market/market-snapshot.js'
import type { ConsumedReading } from './exchange-worker.js'
import type { WorkerMarket } from './fetch-queue.js'
import type { ReportMarketEvent } from './market-event.js'
import { parseReading } from './reading-codec.js'
import type { ReadingQueue, StoredReading } from './reading-queue.js'

/** Takes what other servers hand over: each reading once, in the order in which they came. */
export interface ReadingConsumer {
  pollReadings(): Promise<void>
  /** Reset the position, because the changelog started over. */
  rereadReadings(): void
  stop(): void
}

export function createReadingConsumer(ports: {
  readonly readings: Pick<ReadingQueue, 'readingsSince'>
  readonly exchanges: readonly ExchangeId[]
  readonly markets: readonly WorkerMarket[]
  readonly acceptReading: (reading: ConsumedReading) => void
  readonly clock: Clock
  readonly timers: Timers
  readonly report: ReportMarketEvent
}): ReadingConsumer {
  const { readings, exchanges, markets, acceptReading, clock, timers, report } = ports
  let position = 0
  let polling: Promise<void> | null = null
  let isStopped = false

  const takeOne = (handed: StoredReading, lookedAtMonoMs: number): void => {
    // The clock of the database may have been set back a little since.
    const receivedMonoMs = lookedAtMonoMs - Math.max(0, handed.ageMs)
    if (!isFresh(receivedMonoMs, clock.monoMs())) return
    const { exchange, fiat, side } = handed
    const market = markets.find((one) => one.fiat === fiat && one.side === side)
    // Other servers may collect what this one does not show.
    if (market === undefined || !exchanges.includes(exchange)) return
    const board = parseReading(handed, clock.wallMs())
    if (board === null) report({ kind: 'refused', exchange, fiat, side })
    else acceptReading({ market, board, receivedMonoMs, attempt: 0 })
  }

  const pollNow = async (): Promise<void> => {
    const lookedAtMonoMs = clock.monoMs()
    for (const handed of await readings.readingsSince(position)) {
      if (isStopped) return
      position = handed.place
      takeOne(handed, lookedAtMonoMs)
      // Let requests run between boards, because hundreds may wait when a leader starts.
      await new Promise<void>((done) => timers.soon(done))
    }
  }

  return {
    pollReadings: async () => {
      // Wait for the next read, because a read in progress may be too early for this caller.
      await polling?.catch(() => {})
      polling ??= pollNow().finally(() => {
        polling = null
      })
      await polling
    },
    rereadReadings: () => {
      position = 0
    },
    stop: () => {
      isStopped = true
    },
  }
}
