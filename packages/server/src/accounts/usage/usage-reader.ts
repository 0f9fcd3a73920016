import type { UsageInput } from '@p2p-rates/contract'
import type { FairAccountQueue } from '../../base/concurrency/fair-account-queue.js'
import { dayMs } from '../../base/time/calendar.js'
import type { AccountBase } from '../open-accounts.js'
import type { RecentErrors } from './recent-errors.js'
import type { UsageRow } from './usage-store.js'

/** Read in one go: a few milliseconds of work, whatever an account asks. */
const daysAtOnce = 7

export function createUsageReader(
  { store, calendar, clock }: AccountBase,
  recentErrors: RecentErrors,
  accountQueue: FairAccountQueue,
) {
  return {
    /** Stored usage of the last `days` UTC days including today, oldest first. */
    lastDays: async (accountId: string, days: number): Promise<readonly UsageInput[]> => {
      const nowMs = clock.wallMs()
      const dayBack = (back: number) => calendar.day(nowMs - back * dayMs)
      const rows: UsageRow[] = []
      for (let back = days - 1; back >= 0; back -= daysAtOnce) {
        const [from, to] = [dayBack(back), dayBack(Math.max(0, back - daysAtOnce + 1))]
        rows.push(...(await accountQueue.runForAccount(accountId, () => store.usage.perDay(accountId, from, to))))
      }
      const prefixes = new Map((await store.keys.keysOf(accountId)).map(({ id, prefix }) => [id, prefix]))
      return rows.map(({ keyId, ...figures }) => ({ keyPrefix: prefixes.get(keyId) ?? '', ...figures }))
    },
    recentErrors: recentErrors.of,
  }
}

export type UsageReader = ReturnType<typeof createUsageReader>
