import type { Series } from '@p2p-rates/core'

/** `best`, `index` or an exchange id. */
export type SeriesKey = { readonly fiat: string; readonly exchange: string }

export type HistoryEntry = SeriesKey & {
  readonly buy: number | null
  readonly sell: number | null
  readonly buyAds: number
  readonly sellAds: number
}

/** A series that begins and ends with the slots of `fromMs <= t < toMs`, whether or not they hold points. */
export interface HistoryReader {
  readSeries(key: SeriesKey, fromMs: number, toMs: number): Promise<Series>
}

/** Price points on the 5-minute grid. `append` resolves once the points would survive a power cut; nothing is published before. */
export interface HistoryStore extends HistoryReader {
  /**
   * Merge the entries into the slot that starts at `slotMs`. In the newest slot, a later entry replaces the earlier one
   * of its series. Older slots only gain missing entries. Resolves with the accepted ones.
   */
  append(slotMs: number, entries: readonly HistoryEntry[]): Promise<readonly HistoryEntry[]>
  newestMs(): Promise<number | null>
  /** Start of the oldest UTC day that holds anything, of one series or of all. */
  oldestDayMs(of?: SeriesKey): Promise<number | null>
  /** Bulk load for generated or imported history; slots ascending. */
  load(slots: Iterable<{ readonly slotMs: number; readonly entries: readonly HistoryEntry[] }>): Promise<number>
  forgetBefore(ms: number): Promise<number>
}
