import type { Clock } from '../base/time/clock.js'
import { nextTurn } from '../base/time/timers.js'
import { isFresh } from '../market/market-snapshot.js'
import { marketsOf } from './collector.js'
import type { ConsumedReading } from './exchange-worker.js'
import { nameOf } from './fetch-queue.js'
import type { IngestContext } from './ingest-context.js'
import { parseReading, serializeReading } from './reading-codec.js'
import type { QueuedReading, ReadingNotifier, ReadingQueue, StoredReading } from './reading-queue.js'
import type { RemoteWorkerStatus } from './worker-status.js'

/** Hands the readings of one exchange over to the reviewing server: the newest of every market. */
export function createReadingProducer(ports: {
  readonly notifier: ReadingNotifier
  readonly status: () => RemoteWorkerStatus
  readonly isStatusNeeded: () => boolean
  readonly clock: Clock
}) {
  const { notifier, status, isStatusNeeded, clock } = ports
  const waiting = new Map<string, ConsumedReading>()
  let published: { readonly text: string; readonly isSimulated: boolean } | null = null
  let flushing: Promise<void> | null = null

  const publishChangedStatus = async (): Promise<void> => {
    const lane = status()
    const text = JSON.stringify({ ...lane, atMonoMs: 0, nextCycleMonoMs: [...lane.nextCycleMonoMs] })
    if (text === published?.text) return
    await notifier.publishStatus(lane)
    published = { text, isSimulated: lane.isSimulated }
  }

  const toQueued = ({ board, receivedMonoMs }: ConsumedReading): QueuedReading => {
    const ageMs = () => clock.monoMs() - receivedMonoMs
    const { exchange, fiat, side } = board
    return { exchange, fiat, side, text: serializeReading(board, clock.wallMs() - ageMs()), ageMs }
  }

  const flushAll = async (): Promise<void> => {
    while (waiting.size > 0) {
      // Report a simulation first, because every server must mark its prices.
      if (status().isSimulated && published?.isSimulated !== true) await publishChangedStatus()
      const readings = [...waiting]
      await notifier.queueReadings(readings.map(([, reading]) => toQueued(reading)))
      for (const [name, reading] of readings) if (waiting.get(name) === reading) waiting.delete(name)
    }
  }

  const flush = (): Promise<void> => {
    flushing ??= flushAll().finally(() => {
      flushing = null
    })
    return flushing
  }

  return {
    put: (reading: ConsumedReading): void => {
      waiting.set(nameOf(reading.market), reading)
      // Ignore errors here; the next poll retries and reports them.
      flush().catch(() => {})
    },
    /** Sends the worker's status if it has changed, and the readings that could not be sent before. */
    pollTasks: async (): Promise<void> => {
      if (isStatusNeeded()) await publishChangedStatus()
      else published = null
      await flush()
    },
    stop: () => waiting.clear(),
  }
}

/** Takes the readings that other servers hand over: each once, in the order in which they came. */
export function createReadingConsumer(
  { plan, time, report }: IngestContext,
  readings: Pick<ReadingQueue, 'readingsSince'>,
  acceptReading: (reading: ConsumedReading) => void,
) {
  const { clock, timers } = time
  const markets = marketsOf(plan.fiats)
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
    if (market === undefined || !plan.exchanges.includes(exchange)) return
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
      await nextTurn(timers)
    }
  }

  return {
    pollReadings: async (): Promise<void> => {
      // Wait for the next read, because a read in progress may be too early for this caller.
      await polling?.catch(() => {})
      polling ??= pollNow().finally(() => {
        polling = null
      })
      await polling
    },
    /** Resets the position, because the changelog started over. */
    rereadReadings: (): void => {
      position = 0
    },
    stop: (): void => {
      isStopped = true
    },
  }
}
