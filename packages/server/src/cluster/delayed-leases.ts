import type { Clock } from '../time/clock.js'
import type { LeaseRow, LeaseStore } from './lease-store.js'

/** So long somebody else has the first choice. */
const reluctanceMs = 3_000
/** What was seen so recently need not be asked for again: many leases are looked at together. */
const seenMs = 500

/** Leases for one who lets others go first: unless it is eager, it takes only what has been free for a while. */
export function withDelayedAcquire(
  store: LeaseStore,
  { isEager, clock }: { readonly isEager: () => boolean; readonly clock: Clock },
): LeaseStore {
  const freeSince = new Map<string, number>()
  let seen: { readonly rows: Promise<readonly LeaseRow[]>; readonly atMonoMs: number } | null = null

  const look = (): Promise<readonly LeaseRow[]> => {
    if (seen === null || clock.monoMs() - seen.atMonoMs >= seenMs)
      seen = { rows: store.all(), atMonoMs: clock.monoMs() }
    return seen.rows
  }

  const isLeft = async (name: string): Promise<boolean> => {
    const row = (await look()).find((one) => one.name === name)
    if (row !== undefined && row.leftMs > 0) {
      freeSince.delete(name)
      return false
    }
    const since = freeSince.get(name) ?? clock.monoMs()
    freeSince.set(name, since)
    return clock.monoMs() - since >= reluctanceMs
  }

  return {
    ...store,
    acquireLease: async (name, holder, forMs) => {
      if (!isEager() && !(await isLeft(name))) return null
      freeSince.delete(name)
      return store.acquireLease(name, holder, forMs)
    },
  }
}
