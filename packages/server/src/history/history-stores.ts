import type { FixingContent, SourceCause, SourceState } from '@p2p-rates/contract'
import type { Confidence } from '@p2p-rates/core'
import type { FixingInputs, FixingSlot, Series, TrackMeasure } from '@p2p-rates/core/internal'

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

/** One fixing as it is on record. What its digest is over is kept as the text that it is. */
export type FixingEntry = {
  readonly fiat: string
  /** From 1 on, without a gap. */
  readonly number: number
  readonly day: string
  /** Canonical JSON of `FixingContent`. */
  readonly content: string
  readonly digest: string
}

export type LastEntry = Pick<FixingEntry, 'number' | 'digest'>

/** An entry with the canonical JSON of its `FixingInputs`; without one for a correction, or if only the index is on record. */
export type NewFixingEntry = FixingEntry & { readonly inputs?: string }

/** The chains of all currencies: they only grow. Implemented in storage/; every implementation passes fixing-store.contract.ts. */
export interface FixingStore {
  /**
   * Puts links of one currency, each behind the one before it, behind this end of its chain. False where the chain ends
   * elsewhere by now: nothing is written then. Resolves once they would survive a power cut.
   */
  appendFixings(links: readonly NewFixingEntry[], lastEntry: LastEntry | null): Promise<boolean>
  lastEntry(fiat: string): Promise<LastEntry | null>
  /** Returns the links of these days, both included, in the order of the chain. */
  readFixings(fiat: string, fromDay: string, toDay: string): Promise<readonly FixingEntry[]>
  readInputs(fiat: string, number: number): Promise<FixingInputs | null>
  newestInputs(fiat: string): Promise<FixingInputs | null>
  saveSlots(fiat: string, slots: readonly FixingSlot[]): Promise<void>
  /** Slots that start at `fromMs <= t < toMs`, oldest first. */
  readSlots(fiat: string, fromMs: number, toMs: number): Promise<readonly FixingSlot[]>
  forgetSlotsBefore(ms: number): Promise<number>
}

/** Our own writing, read back. */
export const contentOf = ({ content }: FixingEntry): FixingContent => JSON.parse(content)

export const hourMs = 3_600_000

export type HourlySnapshot = {
  readonly judgedAtMs: number
  readonly compressed: Uint8Array
}

/** Kept while users may test formulas on it. Every implementation passes hourly-snapshot-store.contract.ts. */
export interface HourlySnapshotStore {
  /** Replaces the stored market of this currency and hour. Resolves once the write survives a power cut. */
  saveHour(fiat: string, market: HourlySnapshot): Promise<void>
  /** Returns the hours that begin at `fromMs <= t < toMs`, the oldest first. */
  readHours(fiat: string, fromMs: number, toMs: number): Promise<readonly HourlySnapshot[]>
  forgetBefore(ms: number): Promise<number>
}

export const hourOf = (ms: number): number => Math.floor(ms / hourMs)

export type TrackCount = {
  readonly series: string
  readonly confidence: Confidence
  readonly measure: TrackMeasure
  readonly cases: number
  readonly held: number
}

export type TrackDay = { readonly fiat: string; readonly day: string; readonly counts: readonly TrackCount[] }

/** Implemented in storage/; every implementation passes track-record-store.contract.ts. */
export interface TrackRecordStore {
  /** Replaces these days. Resolves once the write survives a power cut. */
  saveTrackDays(days: readonly TrackDay[]): Promise<void>
  /** Returns the days of a currency, or of all, both ends included, oldest first. */
  readTrackDays(fiat: string | null, fromDay: string, toDay: string): Promise<readonly TrackDay[]>
  forgetBefore(day: string): Promise<number>
}

export type RecordedHistory = {
  readonly history: HistoryReader
  readonly hourly: Pick<HourlySnapshotStore, 'readHours'>
}

export const minuteMs = 60_000
export const minutesPerQuarter = 15
export const quarterMs = minutesPerQuarter * minuteMs

export type SourceKey = { readonly exchange: string; readonly fiat: string }

export const sourceName = ({ exchange, fiat }: SourceKey): string => `${fiat} ${exchange}`

export type Condition = { readonly state: SourceState; readonly cause: SourceCause | null }

export type StatusSample = SourceKey &
  Condition & {
    /** Age of the newest ads; `null` if none were ever received. */
    readonly ageSeconds: number | null
    /** Questions that fell due since the look before, and those that were answered. */
    readonly due: number
    readonly answered: number
  }

export type Minute = { readonly startMs: number; readonly glances: readonly StatusSample[] }

/** Consecutive minutes with the same condition; `null` if the server took no sample. */
export type Stretch = { readonly minutes: number; readonly condition: Condition | null }

export type SourceQuarter = SourceKey & {
  /** One after the other, up to the last minute that was seen. */
  readonly stretches: readonly Stretch[]
  readonly due: number
  readonly answered: number
  /** Number of samples with an age below 1 minute, below 2 minutes, and so on. The last entry counts all older ones. */
  readonly ages: readonly number[]
}

export type Quarter = { readonly startMs: number; readonly sources: readonly SourceQuarter[] }

/** Steps of `SourceQuarter.ages`: ten of 60 seconds, and one for all older samples. */
export const ageStepSeconds = 60
export const mostAgeSteps = 11

export const ageStepOf = (ageSeconds: number): number =>
  Math.min(mostAgeSteps - 1, Math.floor(ageSeconds / ageStepSeconds))

/** Status of every source by minute. Implemented in storage/; every implementation passes uptime-store.contract.ts. */
export interface UptimeStore {
  /** Durable. An earlier sample of a source in the same minute stays; resolves with the new ones. */
  add(minute: Minute): Promise<readonly StatusSample[]>
  /** Bulk load of a past that was generated or imported; a quarter in which anything was seen stands. Resolves with how many were taken. */
  load(quarters: Iterable<Quarter>): Promise<number>
  /** The quarters that begin at `fromMs <= t < toMs` and in which anything was seen, oldest first. */
  readQuarters(fromMs: number, toMs: number): Promise<readonly Quarter[]>
  newestMs(): Promise<number | null>
  forgetBefore(ms: number): Promise<number>
}
