import type { RecentErrorFacts, UsageFacts } from '@p2p-rates/contract'
import type { KeyStore } from '../accounts/key-store.js'
import type { Calendar } from '../time/calendar.js'
import type { Clock } from '../time/clock.js'
import type { RecentErrors } from './recent-errors.js'
import type { UsageStore } from './usage-store.js'

/** What an account is told of what it asked for. */
export interface UsageReader {
  /** Of so many UTC days, today the last of them; as it is on record, the oldest day first. */
  lastDays(accountId: string, days: number): Promise<readonly UsageFacts[]>
  recentErrors(accountId: string): readonly RecentErrorFacts[]
}

const dayMs = 86_400_000

export function createUsageReader(ports: {
  store: Pick<UsageStore, 'perDay'>
  keys: Pick<KeyStore, 'keysOf'>
  recentErrors: RecentErrors
  calendar: Calendar
  clock: Clock
}): UsageReader {
  const { store, keys, recentErrors, calendar, clock } = ports
  return {
    lastDays: async (accountId, days) => {
      const nowMs = clock.wallMs()
      const rows = await store.perDay(accountId, calendar.day(nowMs - (days - 1) * dayMs), calendar.day(nowMs))
      const prefixes = new Map((await keys.keysOf(accountId)).map(({ id, prefix }) => [id, prefix]))
      return rows.map(({ keyId, ...figures }) => ({ keyPrefix: prefixes.get(keyId) ?? '', ...figures }))
    },
    recentErrors: recentErrors.of,
  }
}
