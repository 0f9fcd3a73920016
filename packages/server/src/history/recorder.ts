import { StorageUnavailableError } from '../errors/storage-unavailable.js'
import type { HistoryEntry, HistoryStore } from './history-store.js'

type Batch = { readonly slotStartMs: number; readonly entries: readonly HistoryEntry[] }

export type PointsRecorded = Batch & { readonly kind: 'points' }

export interface Recorder {
  /** Store first, then emit. */
  record(slotStartMs: number, entries: readonly HistoryEntry[]): Promise<void>
  /** Retry writes that the disk refused; rejects at the first failure. */
  payBack(): Promise<void>
  /** The data on disk were replaced: nothing is owed to them. */
  reset(): void
}

export function createRecorder(ports: {
  readonly store: Pick<HistoryStore, 'append'>
  readonly tell: (points: PointsRecorded) => void | Promise<void>
}): Recorder {
  const { store, tell } = ports
  /** Refused writes to retry: the newest of each currency and slot. */
  const owed = new Map<string, Batch>()

  const owe = (name: string, batch: Batch): void => {
    owed.set(name, batch)
    for (const oldest of owed.keys()) if (owed.size > mostOwed) owed.delete(oldest)
  }

  const writeDown = async ({ slotStartMs, entries }: Batch): Promise<void> => {
    const taken = await store.append(slotStartMs, entries)
    await tell({ kind: 'points', slotStartMs, entries: taken })
  }

  return {
    record: async (slotStartMs, entries) => {
      const name = `${slotStartMs} ${entries[0]?.fiat}`
      try {
        await writeDown({ slotStartMs, entries })
        owed.delete(name)
      } catch (error) {
        if (error instanceof StorageUnavailableError) owe(name, { slotStartMs, entries })
        throw error
      }
    },
    payBack: async () => {
      for (const [name, batch] of owed) {
        await writeDown(batch)
        owed.delete(name)
      }
    },
    reset: () => owed.clear(),
  }
}

/** A day of all currencies. */
const mostOwed = 6_000
