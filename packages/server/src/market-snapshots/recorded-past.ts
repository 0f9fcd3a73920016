import type { HistoryReader } from '../history/history-store.js'
import type { HourlyMarkets } from './hourly-markets.js'

export type RecordedPast = {
  readonly history: HistoryReader
  readonly hourly: Pick<HourlyMarkets, 'readHours'>
}
