import type { HistoryReader } from '../history-store.js'
import type { HourlySnapshotStore } from './hourly-snapshot-store.js'

export type RecordedHistory = {
  readonly history: HistoryReader
  readonly hourly: Pick<HourlySnapshotStore, 'readHours'>
}
