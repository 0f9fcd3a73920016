import type { HistoryReader } from '../history/history-store.js'
import type { HourlyMarkets } from './hourly-markets.js'

/** What was, as it is read by whoever answers questions about it. */
export type RecordedPast = {
  readonly history: HistoryReader
  readonly hourly: Pick<HourlyMarkets, 'readHours'>
}
