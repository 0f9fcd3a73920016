import type { Clock } from '../base/time/clock.js'
import type { LeaseRow, LeaseStore } from './lease-store.js'

const acquireDelayMs = 3_000
/** Cache time of the lease list, because many leases are checked together. */
const seenMs = 500

/** Lease store that yields to other servers. Unless eager, it takes only leases that were free for 3 s. */
export function withDelayedAcquire(
  store: LeaseStore,
  { isEager, clock }: { readonly isEager: () => boolean; readonly clock: Clock },
): LeaseStore {
  const freeSince = new Map<string, number>()
  let seen: { readonly rows: Promise<readonly LeaseRow[]>; readonly atMonoMs: number } | null = null

  const readLeases = (): Promise<readonly LeaseRow[]> => {
    if (seen === null || clock.monoMs() - seen.atMonoMs >= seenMs)
      seen = { rows: store.all(), atMonoMs: clock.monoMs() }
    return seen.rows
  }

  const isLongFree = async (name: string): Promise<boolean> => {
    const row = (await readLeases()).find((one) => one.name === name)
    if (row !== undefined && row.leftMs > 0) {
      freeSince.delete(name)
      return false
    }
    const since = freeSince.get(name) ?? clock.monoMs()
    freeSince.set(name, since)
    return clock.monoMs() - since >= acquireDelayMs
  }

  return {
    ...store,
    acquireLease: async (name, holder, forMs) => {
      if (!isEager() && !(await isLongFree(name))) return null
      freeSince.delete(name)
      return store.acquireLease(name, holder, forMs)
    },
  }
}
