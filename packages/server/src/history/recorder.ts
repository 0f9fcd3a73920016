import { StorageUnavailableError } from '../base/errors/storage-unavailable.js'
import type { HistoryEntry, HistoryStore } from './history-store.js'

type Batch = { readonly slotStartMs: number; readonly entries: readonly HistoryEntry[] }

export type PointsRecorded = Batch & { readonly kind: 'points' }

export interface Recorder {
  /** Store first, then emit. */
  record(slotStartMs: number, entries: readonly HistoryEntry[]): Promise<void>
  /** Retry writes that the disk refused; rejects at the first failure. */
  writePending(): Promise<void>
  /** The data on disk were replaced: nothing is owed to them. */
  reset(): void
}

export function createRecorder(ports: {
  readonly store: Pick<HistoryStore, 'append'>
  readonly publishEvent: (points: PointsRecorded) => void | Promise<void>
}): Recorder {
  const { store, publishEvent } = ports
  /** Refused writes to retry: the newest of each currency and slot. */
  const pending = new Map<string, Batch>()

  const addPending = (name: string, batch: Batch): void => {
    pending.set(name, batch)
    for (const oldest of pending.keys()) if (pending.size > maxPending) pending.delete(oldest)
  }

  const writeBatch = async ({ slotStartMs, entries }: Batch): Promise<void> => {
    const taken = await store.append(slotStartMs, entries)
    await publishEvent({ kind: 'points', slotStartMs, entries: taken })
  }

  return {
    record: async (slotStartMs, entries) => {
      const name = `${slotStartMs} ${entries[0]?.fiat}`
      try {
        await writeBatch({ slotStartMs, entries })
        pending.delete(name)
      } catch (error) {
        if (error instanceof StorageUnavailableError) addPending(name, { slotStartMs, entries })
        throw error
      }
    },
    writePending: async () => {
      for (const [name, batch] of pending) {
        await writeBatch(batch)
        pending.delete(name)
      }
    },
    reset: () => pending.clear(),
  }
}

/** A day of all currencies. */
const maxPending = 6_000
