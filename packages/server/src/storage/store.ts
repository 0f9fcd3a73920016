import type { AccountAndKeyStore, AccountList } from '../accounts/account-and-key-store.js'
import type { IdempotencyStore } from '../accounts/idempotency-store.js'
import type {
  CredentialStore,
  InviteStore,
  OneTimeLinkStore,
  RecentLogIns,
  SecondFactorStore,
  SessionStore,
} from '../accounts/login-stores.js'
import type { UsageStore } from '../accounts/usage/usage-store.js'
import type { InboxStore } from '../alerts/channels/inbox-store.js'
import type { SharedWebhookStore, WebhookStore } from '../alerts/webhooks/webhook-store.js'
import type { ChangeLog } from '../cluster/events/change-log.js'
import type { FencingToken, LeaseStore } from '../cluster/lease-store.js'
import type { MemberStore } from '../cluster/member-store.js'
import type {
  FixingStore,
  HistoryStore,
  HourlySnapshotStore,
  RecordedHistory,
  TrackRecordStore,
  UptimeStore,
} from '../history/history-stores.js'
import type { PollNonces } from '../ingest/agents/poll-nonces.js'
import type { ReporterStore } from '../ingest/agents/reporter.js'
import type { OpenTasks, PostedTasks } from '../ingest/agents/task-board.js'
import type { OfficialRateStore } from '../ingest/central-banks/official-rate-store.js'
import type { CollectorStateStore } from '../ingest/collector-state-store.js'
import type { ReadingQueue } from '../ingest/reading-queue.js'
import type { PriceBoardStore } from '../market/price-pages/price-board-store.js'
import type { RuleStore } from '../market/price-rules/rule-store.js'

/** Every port over one set of data: what belongs together is saved together and backed up together. */
export interface StorePorts extends MetaStore {
  readonly keys: AccountAndKeyStore
  readonly logins: CredentialStore
  readonly sessions: SessionStore
  readonly recentLogIns: RecentLogIns
  readonly links: OneTimeLinkStore
  readonly invites: InviteStore
  readonly secondFactors: SecondFactorStore
  readonly accountList: AccountList
  readonly usage: UsageStore
  readonly webhooks: WebhookStore
  readonly idempotency: IdempotencyStore
  readonly sources: CollectorStateStore
  readonly history: HistoryStore
  readonly uptime: UptimeStore
  readonly hourly: HourlySnapshotStore
  readonly inboxes: InboxStore
  readonly rules: RuleStore
  readonly boards: PriceBoardStore
  readonly fixings: FixingStore
  readonly track: TrackRecordStore
  readonly officials: OfficialRateStore
  readonly reporters: ReporterStore
}

export interface Store extends StorePorts {
  readonly cluster: ClusterStore | null
  /** Puts a sound backup in the place of everything; nothing can be written meanwhile, and everything read. */
  restore(backup: string, wish: StoreRestoreOptions): Promise<Restored>
  /** Seals all secrets again, and notes by which key, in one step: all of it survives a power cut, or nothing. */
  reseal(
    reseal: (sealed: Uint8Array, boundTo: string) => Uint8Array,
    note: { readonly name: string; readonly value: string },
  ): Promise<number>
  /** Rejects when nothing can be written at the moment. */
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

export interface MetaStore {
  getMeta(name: string): Promise<string | null>
  setMeta(name: string, value: string): Promise<void>
  setMetaIfAbsent(name: string, value: string): Promise<string>
}

export type StoreRestoreOptions = {
  readonly nowMs: number
  /** False: keys and accounts that were ended since the backup was taken live again. */
  readonly keepEnded?: boolean
  /** Refuses a backup by rejecting, before anything is touched. */
  readonly check?: (backup: Pick<MetaStore, 'getMeta'>) => Promise<void>
  readonly tell?: ReportStep
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
  /** Reads every record of the data, or of a backup. */
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
