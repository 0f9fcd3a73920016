import type { Clock } from '../base/time/clock.js'
import type { ConsumedReading } from './exchange-worker.js'
import { nameOf } from './fetch-queue.js'
import { serializeReading } from './reading-codec.js'
import type { QueuedReading } from './reading-queue.js'
import type { RemoteWorkerStatus } from './remote-workers.js'

export interface ReadingNotifier {
  publishStatus(lane: RemoteWorkerStatus): Promise<void>
  /** All of them or none. */
  queueReadings(readings: readonly QueuedReading[]): Promise<void>
}

/** Outgoing readings of one exchange: the newest of every market. */
export interface ReadingProducer {
  put(reading: ConsumedReading): void
  /** Sends the worker's status if it has changed, and the readings that could not be sent before. */
  pollTasks(): Promise<void>
  stop(): void
}

export function createReadingProducer(ports: {
  readonly notifier: ReadingNotifier
  readonly status: () => RemoteWorkerStatus
  readonly isStatusNeeded: () => boolean
  readonly clock: Clock
}): ReadingProducer {
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
    put: (reading) => {
      waiting.set(nameOf(reading.market), reading)
      // Ignore errors here; the next poll retries and reports them.
      flush().catch(() => {})
    },
    pollTasks: async () => {
      if (isStatusNeeded()) await publishChangedStatus()
      else published = null
      await flush()
    },
    stop: () => waiting.clear(),
  }
}
