import type { SourceCause, SourceState } from '@p2p-rates/contract'

export const minuteMs = 60_000
export const minutesPerQuarter = 15
export const quarterMs = minutesPerQuarter * minuteMs

/** One exchange for one currency. */
export type SourceKey = { readonly exchange: string; readonly fiat: string }

/** How a source stood: its state, and what was behind it where it was not live. */
export type Condition = { readonly state: SourceState; readonly cause: SourceCause | null }

/** A look at one source. */
export type StatusSample = SourceKey &
  Condition & {
    /** Of its newest ads; `null`: none were ever received. */
    readonly ageSeconds: number | null
    /** Questions that fell due since the look before, and those that were answered. */
    readonly due: number
    readonly answered: number
  }

/** What was seen at one look, by the minute in which it was taken. */
export type Minute = { readonly startMs: number; readonly glances: readonly StatusSample[] }

/** So many minutes in which a source stood the same; `null`: nobody looked. */
export type Stretch = { readonly minutes: number; readonly condition: Condition | null }

/** What is on record of one source for a quarter of an hour. */
export type SourceQuarter = SourceKey & {
  /** One after the other, up to the last minute that was seen. */
  readonly stretches: readonly Stretch[]
  readonly due: number
  readonly answered: number
  /** How many looks found its data younger than a minute, than two, and so on; the last count takes all that are older. */
  readonly ages: readonly number[]
}

export type Quarter = { readonly startMs: number; readonly sources: readonly SourceQuarter[] }

/** Of `SourceQuarter.ages`. */
export const ageStepSeconds = 60
export const mostAgeSteps = 11

export const ageStepOf = (ageSeconds: number): number =>
  Math.min(mostAgeSteps - 1, Math.floor(ageSeconds / ageStepSeconds))

/** How every source was doing, minute by minute, as far as anybody looked. Implemented in store/; every implementation passes uptime-store.contract.ts. */
export interface UptimeStore {
  /**
   * Puts a look on record. Where a source was seen in that minute already, that stands. Resolves with what was taken,
   * once it would survive a power cut.
   */
  add(minute: Minute): Promise<readonly StatusSample[]>
  /** Bulk load of a past that was generated or imported; a quarter in which anything was seen stands. Resolves with how many were taken. */
  load(quarters: Iterable<Quarter>): Promise<number>
  /** The quarters that begin at `fromMs <= t < toMs` and in which anything was seen, oldest first. */
  readQuarters(fromMs: number, toMs: number): Promise<readonly Quarter[]>
  /** The newest minute on record. */
  newestMs(): Promise<number | null>
  /** Drops quarters that are over before; resolves with their number. */
  forgetBefore(ms: number): Promise<number>
}
