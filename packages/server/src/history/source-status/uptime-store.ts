import type { SourceCause, SourceState } from '@p2p-rates/contract'

export const minuteMs = 60_000
export const minutesPerQuarter = 15
export const quarterMs = minutesPerQuarter * minuteMs

export type SourceKey = { readonly exchange: string; readonly fiat: string }

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
  /**
   * Stores samples, and keeps an existing sample of a source in the same minute. Resolves with the new samples once
   * they would survive a power cut.
   */
  add(minute: Minute): Promise<readonly StatusSample[]>
  /** Bulk load of a past that was generated or imported; a quarter in which anything was seen stands. Resolves with how many were taken. */
  load(quarters: Iterable<Quarter>): Promise<number>
  /** The quarters that begin at `fromMs <= t < toMs` and in which anything was seen, oldest first. */
  readQuarters(fromMs: number, toMs: number): Promise<readonly Quarter[]>
  newestMs(): Promise<number | null>
  forgetBefore(ms: number): Promise<number>
}
