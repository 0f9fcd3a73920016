import type { OfficialRate } from '@p2p-rates/core'

/** One rate of a central bank as it is on record. */
export type RecordedRate = OfficialRate & {
  readonly fiat: string
  /** The id of who was asked. */
  readonly bank: string
  /** When it was read last. */
  readonly readAtMs: number
}

/** Official rates by currency and day. Implemented in store/; every implementation passes official-store.contract.ts. */
export interface OfficialStore {
  /** A bank may correct a day: what was read last stands. Resolves once all of them would survive a power cut. */
  write(rates: readonly RecordedRate[]): Promise<void>
  /** Those of these days, both included, the oldest day first. */
  readRates(fiat: string, fromDay: string, toDay: string): Promise<readonly RecordedRate[]>
  /** When something of this bank was read last; `null` where nothing ever was. */
  lastReadMs(bank: string): Promise<number | null>
}
