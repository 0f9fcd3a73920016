import { effectiveRate, type OfficialRate } from '@p2p-rates/core'
import type { Clock } from '../../base/time/clock.js'
import type { OfficialRateStore } from './official-rate-store.js'

const dayMs = 86_400_000
const nearDays = 14

/** Returns today's official USD rate; `null` if no central bank has published one within 14 days. */
export type CurrentOfficialRate = (fiat: string) => Promise<OfficialRate | null>

export const createCurrentOfficialRate =
  ({
    store,
    clock,
  }: {
    readonly store: Pick<OfficialRateStore, 'readRates'>
    readonly clock: Clock
  }): CurrentOfficialRate =>
  async (fiat) => {
    const dayAt = (days: number): string => new Date(clock.wallMs() + days * dayMs).toISOString().slice(0, 10)
    return effectiveRate(await store.readRates(fiat, dayAt(-nearDays), dayAt(nearDays)), dayAt(0))
  }
