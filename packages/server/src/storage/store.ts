import type { IdempotencyStore } from '../accounts/idempotency-store.js'
import type { SharedWebhookStore, WebhookStore } from '../alerts/webhooks/webhook-store.js'
import type { Notes, ReadableNotes } from '../base/notes.js'
import type { ChangeLog } from '../cluster/events/change-log.js'
import type { FencingToken, LeaseStore } from '../cluster/lease.js'
import type { MemberStore } from '../cluster/membership.js'
import type { HistoryStore, RecordedHistory } from '../history/history-stores.js'
import type { PollNonces } from '../ingest/agents/poll-nonces.js'
import type { OpenTasks, PostedTasks } from '../ingest/agents/task-board.js'
import type { ReadingQueue } from '../ingest/reading-queue.js'
import type { storesOver } from './stores/all.js'

/** Every port over one set of data: what belongs together is saved together and backed up together. */
export type StorePorts = ReturnType<typeof storesOver> & {
  readonly webhooks: WebhookStore
  readonly idempotency: IdempotencyStore
  readonly history: HistoryStore
}

export interface Store extends StorePorts {
  readonly cluster: ClusterStore | null
  /** Puts a sound backup in the place of everything; nothing can be written meanwhile, and everything read. */
  restore(
    backup: string,
    wish: {
      readonly nowMs: number
      /** False: keys and accounts that were ended since the backup was taken live again. */
      readonly keepEnded?: boolean
      /** Refuses a backup by rejecting, before anything is touched. */
      readonly check?: (backup: ReadableNotes) => Promise<void>
      readonly tell?: ReportStep
    },
  ): Promise<Restored>
  /** Seals all secrets again, and notes by which key, in one step: all of it survives a power cut, or nothing. */
  reseal(
    reseal: (sealed: Uint8Array, boundTo: string) => Uint8Array,
    note: { readonly name: string; readonly value: string },
  ): Promise<number>
  probe(): Promise<void>
  /** Null if this server still owns the data; otherwise the error for which it stops. */
  dataHealth(): Promise<Error | null>
  close(): Promise<void>
}

export interface ClusterStore {
  readonly changes: ChangeLog
  readonly leases: LeaseStore
  readonly members: MemberStore
  readonly webhooks: SharedWebhookStore
  readonly readings: ReadingQueue
  readonly tasks: OpenTasks
  readonly pollNonces: PollNonces
  /** Data access of a leader under a lease. Writes fail once another server leads. */
  asLeader(lease: string, generation: () => FencingToken | null): LeaderStore
}

export interface LeaderStore extends StorePorts {
  readonly webhooks: SharedWebhookStore
  readonly changes: Pick<ChangeLog, 'append' | 'appendState'>
  readonly readings: Pick<ReadingQueue, 'putReading'>
  readonly tasks: PostedTasks
  /** Atomic. `work` may run again. */
  inTransaction<Result>(work: (within: LeaderStore) => Promise<Result>): Promise<Result>
}

export interface MetaStore extends Notes {
  setMetaIfAbsent(name: string, value: string): Promise<string>
}

export type ReportStep = (step: string) => void

export type Restored = {
  readonly kept: string
  /** Ids of keys that were revoked and of accounts that were deleted after the backup was taken. */
  readonly endedSince: readonly string[]
}

export interface StoreLocation {
  readonly name: string
  /** Opens the data for a server's lifetime. While another server excludes it, either rejects or waits. */
  openForServer(onDamage: (what: string) => void, onWait: (why: string) => void): Promise<Store>
  /** Opens only the recorded past, for reading in another thread while the server runs. */
  openHistoryReader(onDamage: (what: string) => void): Promise<RecordedHistory>
  /** For one command while no server answers. Rejects while one has the data all the same. */
  openForCommand(): Promise<Store>
  backUp(file: string): Promise<void>
  inspect(backup: string | null): Promise<InspectionReport>
  /** Moves damaged data out of the way, so that a backup can take their place. */
  quarantine(nowMs: number): Promise<Quarantined>
  migrate(): Promise<{ readonly from: number; readonly to: number }>
}

export type Quarantined = {
  readonly path: string
  putBack(): void
}

export type InspectionReport = {
  readonly place: string
  readonly version: number
  readonly rows: ReadonlyMap<string, number>
  readonly faults: readonly string[]
}
