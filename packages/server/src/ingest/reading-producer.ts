import type { Clock } from '../time/clock.js'
import type { ConsumedReading } from './exchange-worker.js'
import { nameOf } from './queue.js'
import type { QueuedReading } from './reading-queue.js'
import { textOfReading } from './reading-text.js'
import type { RemoteWorkerStatus } from './remote-workers.js'

export interface ReadingNotifier {
  publishStatus(lane: RemoteWorkerStatus): Promise<void>
  /** All of them or none. */
  handOver(readings: readonly QueuedReading[]): Promise<void>
}

/** Outgoing readings of one exchange: the newest of every market. */
export interface ReadingProducer {
  put(reading: ConsumedReading): void
  /** Sends the worker's status if it has changed, and the readings that could not be sent before. */
  pollTasks(): Promise<void>
  stop(): void
}

export function createReadingProducer(ports: {
  readonly messenger: ReadingNotifier
  readonly words: () => RemoteWorkerStatus
  readonly isAwaited: () => boolean
  readonly clock: Clock
}): ReadingProducer {
  const { messenger, words, isAwaited, clock } = ports
  const waiting = new Map<string, ConsumedReading>()
  let told: { readonly text: string; readonly isSimulated: boolean } | null = null
  let handing: Promise<void> | null = null

  const tellNews = async (): Promise<void> => {
    const lane = words()
    const text = JSON.stringify({ ...lane, atMonoMs: 0, nextCycleMonoMs: [...lane.nextCycleMonoMs] })
    if (text === told?.text) return
    await messenger.publishStatus(lane)
    told = { text, isSimulated: lane.isSimulated }
  }

  const toHand = ({ board, receivedMonoMs }: ConsumedReading): QueuedReading => {
    const ageMs = () => clock.monoMs() - receivedMonoMs
    const { exchange, fiat, side } = board
    return { exchange, fiat, side, text: textOfReading(board, clock.wallMs() - ageMs()), ageMs }
  }

  const handAll = async (): Promise<void> => {
    while (waiting.size > 0) {
      // Report a simulation first, because every server must mark its prices.
      if (words().isSimulated && told?.isSimulated !== true) await tellNews()
      const readings = [...waiting]
      await messenger.handOver(readings.map(([, reading]) => toHand(reading)))
      for (const [name, reading] of readings) if (waiting.get(name) === reading) waiting.delete(name)
    }
  }

  const hand = (): Promise<void> => {
    handing ??= handAll().finally(() => {
      handing = null
    })
    return handing
  }

  return {
    put: (reading) => {
      waiting.set(nameOf(reading.market), reading)
      // Ignore errors here; the next poll retries and reports them.
      hand().catch(() => {})
    },
    pollTasks: async () => {
      if (isAwaited()) await tellNews()
      else told = null
      await hand()
    },
    stop: () => waiting.clear(),
  }
}
