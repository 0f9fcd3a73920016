import type { Side } from '@p2p-rates/core'

/** A reading that one server made and another is to believe: checked by nobody yet. */
export type HandedReading = {
  readonly exchange: string
  readonly fiat: string
  readonly side: string
  /** Rises with every reading that is handed over, in the order of the commits. */
  readonly place: number
  /** How long ago it was asked for, by the one clock that all share. */
  readonly ageMs: number
  readonly text: string
}

export type QueuedReading = {
  readonly exchange: string
  readonly fiat: string
  readonly side: Side
  readonly text: string
  /** How long ago it was asked for, when it is written. */
  readonly ageMs: () => number
}

/** The newest reading of every market, on its way between servers. Implemented in store/; every implementation passes handed-readings.contract.ts. */
export interface ReadingQueue {
  /** Replaces the one before of the same market. `place` is that of the word about it in the log of changes. */
  put(reading: QueuedReading, place: number): Promise<void>
  /** What was handed over behind a place, in its order. */
  since(place: number): Promise<readonly HandedReading[]>
  /** How old the newest readings of an exchange are. */
  agesOf(exchange: string): Promise<readonly Pick<HandedReading, 'fiat' | 'side' | 'ageMs'>[]>
}

/** Something was handed over. */
export type ReadingsQueued = { readonly kind: 'handed_over' }
