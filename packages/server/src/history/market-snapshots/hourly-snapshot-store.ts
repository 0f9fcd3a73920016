export const hourMs = 3_600_000

export type HourlySnapshot = {
  readonly judgedAtMs: number
  readonly compressed: Uint8Array
}

/**
 * One judged market per currency and hour, kept while users may test formulas on it. Implemented in storage/; every
 * implementation passes hourly-snapshot-store.contract.ts.
 */
export interface HourlySnapshotStore {
  /** Puts it in the place of whatever is kept of its currency and hour. Resolves once it would survive a power cut. */
  saveHour(fiat: string, market: HourlySnapshot): Promise<void>
  /** Returns the hours that begin at `fromMs <= t < toMs`, the oldest first. */
  readHours(fiat: string, fromMs: number, toMs: number): Promise<readonly HourlySnapshot[]>
  forgetBefore(ms: number): Promise<number>
}

export const hourOf = (ms: number): number => Math.floor(ms / hourMs)
