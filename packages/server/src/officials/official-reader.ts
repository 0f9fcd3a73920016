import { type OfficialRate, rateInForce } from '@p2p-rates/core'
import type { Clock } from '../time/clock.js'
import type { OfficialStore } from './official-store.js'

const dayMs = 86_400_000
/** Farther away no rate is in force. */
const nearDays = 14

/** What a dollar officially costs today; `null` where no central bank has said so lately. */
export type OfficialNow = (fiat: string) => Promise<OfficialRate | null>

export const createOfficialNow =
  ({ store, clock }: { readonly store: Pick<OfficialStore, 'read'>; readonly clock: Clock }): OfficialNow =>
  async (fiat) => {
    const dayAt = (days: number): string => new Date(clock.wallMs() + days * dayMs).toISOString().slice(0, 10)
    return rateInForce(await store.read(fiat, dayAt(-nearDays), dayAt(nearDays)), dayAt(0))
  }
