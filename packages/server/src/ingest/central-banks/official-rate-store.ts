import { effectiveRate, type OfficialRate } from '@p2p-rates/core'
import { dayMs, utcDay } from '../../base/time/calendar.js'
import type { Clock } from '../../base/time/clock.js'

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

/** Returns today's official USD rate; `null` if no central bank has published one within 14 days. */
export type CurrentOfficialRate = (fiat: string) => Promise<OfficialRate | null>

export const createCurrentOfficialRate =
  (store: Pick<OfficialRateStore, 'readRates'>, clock: Clock): CurrentOfficialRate =>
  async (fiat) => {
    const dayAt = (days: number): string => utcDay(clock.wallMs() + days * dayMs)
    return effectiveRate(await store.readRates(fiat, dayAt(-nearDays), dayAt(nearDays)), dayAt(0))
  }

const nearDays = 14
