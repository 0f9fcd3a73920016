import { indexOfAll } from '@p2p-rates/contract'
import type { Fiat } from '@p2p-rates/core'
import type { FixingSlot } from '@p2p-rates/core/internal'
import { StorageUnavailableError } from '../base/errors/storage-errors.js'
import type { Clock } from '../base/time/clock.js'
import { type MarketSnapshot, type Publication, type PublishMarket, publicationOf } from '../market/market-snapshot.js'
import type { SnapshotPublished } from '../market/shown-markets.js'
import type { FixingStore, HistoryEntry, HistoryStore } from './history-stores.js'
import {
  type ClosedSlotFilter,
  createClosedSlotFilter,
  entriesOf,
  fixingSlotOf,
  slotStartOf,
} from './points-of-snapshot.js'

type Points = { readonly slotStartMs: number; readonly entries: readonly HistoryEntry[] }
type Batch = Points & { readonly fixingSlot?: FixingSlot | null }
export type PointsRecorded = Points & { readonly kind: 'points' }
type PublicationEvent = PointsRecorded | SnapshotPublished

/** Publisher of a single server: if the disk fails, publish anyway and record later. */
export function recordThenEmit(ports: {
  readonly recorder: Pick<Recorder, 'record'>
  readonly publishEvent: (published: SnapshotPublished) => void | Promise<void>
  readonly reportRefusal: (fiat: Fiat, error: unknown) => void
  readonly clock: Clock
}): PublishMarket {
  const { recorder, publishEvent, reportRefusal, clock } = ports
  const openEntries = createClosedSlotFilter(clock)
  return async (publication) => {
    const { snapshot, isNew } = publication
    if (snapshot !== null && isNew)
      await recorder
        .record(pointsOf(snapshot, openEntries))
        .catch((error: unknown) => reportRefusal(snapshot.fiat, error))
    await publishEvent(snapshotEventOf(publication, clock))
  }
}

/** On one of several servers: store, emit and evaluate all webhooks in one transaction, or not at all. */
export function publishInTransaction<Within extends TransactionStores>(ports: {
  readonly inTransaction: (work: (within: Within) => Promise<void>) => Promise<void>
  readonly evaluate: (within: Within, snapshot: MarketSnapshot) => Promise<unknown>
  /** Appends to the changelog and returns the position. */
  readonly appendEvent: (within: Within, event: PublicationEvent) => Promise<number>
  readonly catchUp: (own: ReadonlyMap<number, PublicationEvent>) => Promise<void>
  readonly clock: Clock
}): PublishMarket {
  const { inTransaction, evaluate, appendEvent, catchUp, clock } = ports
  const openEntries = createClosedSlotFilter(clock)
  return async (publication) => {
    const { snapshot, isNew } = publication
    const own = new Map<number, PublicationEvent>()
    await inTransaction(async (within) => {
      // The transaction may be retried, so reset the log positions.
      own.clear()
      const put = async (event: PublicationEvent) => own.set(await appendEvent(within, event), event)
      if (snapshot !== null) await assertInOrder(within, snapshot)
      const points = snapshot === null || !isNew ? null : await record(within, pointsOf(snapshot, openEntries))
      if (snapshot !== null) await evaluate(within, snapshot)
      // Append to the log last, because it blocks all other appends until this transaction ends.
      if (points !== null) await put(points)
      await put(snapshotEventOf(publication, clock))
    })
    await catchUp(own)
  }
}

type RecordStores = {
  readonly history: Pick<HistoryStore, 'append'>
  readonly fixings: Pick<FixingStore, 'saveSlots'>
}

type TransactionStores = RecordStores & {
  readonly sources: { nextPublications(atLeast: ReadonlyMap<Fiat, number>): Promise<ReadonlyMap<Fiat, number>> }
}

/**
 * Record the publication number with its snapshot, so that a later leader with a slow clock issues no smaller one.
 * During a database outage, numbers come from the leader's clock. Throws if a newer one is recorded.
 */
async function assertInOrder({ sources }: TransactionStores, snapshot: MarketSnapshot): Promise<void> {
  const { fiat } = snapshot
  const own = publicationOf(snapshot)
  const next = (await sources.nextPublications(new Map([[fiat, own]]))).get(fiat) ?? own
  // Its own number, where it is on record already, makes the next one.
  if (next > own + 1) throw new Error(`a newer publication of ${fiat} is on record`)
}

async function record(
  { history, fixings }: RecordStores,
  { slotStartMs, entries, fixingSlot }: Batch,
): Promise<PointsRecorded> {
  const accepted = await history.append(slotStartMs, entries)
  const index = accepted.find(({ exchange }) => exchange === indexOfAll)
  if (fixingSlot && index) await fixings.saveSlots(index.fiat, [fixingSlot])
  return { kind: 'points', slotStartMs, entries: accepted }
}

function pointsOf(snapshot: MarketSnapshot, openEntries: ClosedSlotFilter): Batch {
  const slotStartMs = slotStartOf(snapshot.updatedAtMs)
  const entries = openEntries(slotStartMs, entriesOf(snapshot))
  return { slotStartMs, entries, fixingSlot: fixingSlotOf(snapshot, slotStartMs) }
}

const snapshotEventOf = ({ fiat, snapshot, judgedMonoMs }: Publication, clock: Clock): SnapshotPublished => ({
  kind: 'snapshot',
  fiat,
  snapshot,
  ageMs: snapshot === null ? 0 : clock.monoMs() - judgedMonoMs,
})

/** A day of all currencies. */
const maxPending = 6_000

export function createRecorder(ports: {
  readonly store: RecordStores
  readonly publishEvent: (points: PointsRecorded) => void | Promise<void>
}) {
  const { store, publishEvent } = ports
  /** Refused writes to retry: the newest of each currency and slot. */
  const pending = new Map<string, Batch>()
  const write = async (batch: Batch) => publishEvent(await record(store, batch))
  return {
    record: async (batch: Batch): Promise<void> => {
      const name = `${batch.slotStartMs} ${batch.entries[0]?.fiat}`
      try {
        await write(batch)
        pending.delete(name)
      } catch (error) {
        if (error instanceof StorageUnavailableError) pending.set(name, batch)
        for (const oldest of pending.keys()) if (pending.size > maxPending) pending.delete(oldest)
        throw error
      }
    },
    /** Retry writes that the disk refused; rejects at the first failure. */
    writePending: async (): Promise<void> => {
      for (const [name, batch] of pending) {
        await write(batch)
        pending.delete(name)
      }
    },
    /** Forgets refused writes, because the data on disk were replaced. */
    reset: (): void => pending.clear(),
  }
}

export type Recorder = ReturnType<typeof createRecorder>
