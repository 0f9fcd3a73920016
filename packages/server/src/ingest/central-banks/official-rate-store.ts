import type { OfficialRate } from '@p2p-rates/core'

export type RecordedRate = OfficialRate & {
  readonly fiat: string
  readonly bank: string
  readonly readAtMs: number
}

/** Official rates by currency and day. Implemented in storage/; every implementation passes official-rate-store.contract.ts. */
export interface OfficialRateStore {
  /** A bank may correct a day, so the last write wins. Resolves once durable. */
  write(rates: readonly RecordedRate[]): Promise<void>
  /** Both days included, oldest first. */
  readRates(fiat: string, fromDay: string, toDay: string): Promise<readonly RecordedRate[]>
  lastReadMs(bank: string): Promise<number | null>
}
