import type { Clock } from '../time/clock.js'
import type { ReadingToHand } from './handed-readings.js'
import type { TakenReading } from './lane.js'
import { nameOf } from './queue.js'
import { textOfReading } from './reading-text.js'
import type { LaneTold } from './told-lanes.js'

/** How one who asks reaches the server that believes. */
export interface Messenger {
  tell(lane: LaneTold): Promise<void>
  /** All of them or none. */
  handOver(readings: readonly ReadingToHand[]): Promise<void>
}

/** What is read of one exchange on its way to the server that believes: the newest of every market. */
export interface HandingOver {
  put(reading: TakenReading): void
  /** Tells how the lane is doing where that has changed, and hands over what could not be before. */
  look(): Promise<void>
  /** Nothing more is handed over. */
  stop(): void
}

export function createHandingOver(ports: {
  readonly messenger: Messenger
  readonly words: () => LaneTold
  /** Somebody else wants to know how the lane is doing. */
  readonly isAwaited: () => boolean
  readonly clock: Clock
}): HandingOver {
  const { messenger, words, isAwaited, clock } = ports
  const waiting = new Map<string, TakenReading>()
  let told: { readonly text: string; readonly isSimulated: boolean } | null = null
  let handing: Promise<void> | null = null

  const tellNews = async (): Promise<void> => {
    const lane = words()
    const text = JSON.stringify({ ...lane, atMonoMs: 0, nextCycleMonoMs: [...lane.nextCycleMonoMs] })
    if (text === told?.text) return
    await messenger.tell(lane)
    told = { text, isSimulated: lane.isSimulated }
  }

  const toHand = ({ board, receivedMonoMs }: TakenReading): ReadingToHand => {
    const ageMs = () => clock.monoMs() - receivedMonoMs
    const { exchange, fiat, side } = board
    return { exchange, fiat, side, text: textOfReading(board, clock.wallMs() - ageMs()), ageMs }
  }

  const handAll = async (): Promise<void> => {
    while (waiting.size > 0) {
      // Nobody may show prices of a simulation without knowing that they are.
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
      // What is refused is tried again at the next look, which says so.
      hand().catch(() => {})
    },
    look: async () => {
      if (isAwaited()) await tellNews()
      else told = null
      await hand()
    },
    stop: () => waiting.clear(),
  }
}
