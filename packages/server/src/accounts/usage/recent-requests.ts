import type { RecentRequestInput } from '@p2p-rates/contract'
import { createBoundedCache } from '../../base/bounded-cache.js'
import type { Clock } from '../../base/time/clock.js'

export type SeenRequest = Omit<RecentRequestInput, 'atMs' | 'address'>

type Watch = { prefixes: ReadonlySet<string>; untilMonoMs: number; requests: RecentRequestInput[] }

const watchedMs = 600_000
const keptEach = 20

/** Recent requests of an account's keys. Kept only in memory, and only while the owner watches the page. */
export function createRecentRequests(clock: Clock, { accounts = 1_000 } = {}) {
  const watches = createBoundedCache<string, Watch>(accounts)

  const alive = (accountId: string): Watch | null => {
    const watch = watches.peek(accountId)
    if (watch === undefined) return null
    if (clock.monoMs() < watch.untilMonoMs) return watch
    watches.delete(accountId)
    return null
  }

  const add = (watch: Watch, network: string, seen: SeenRequest): void => {
    watch.requests.unshift({ ...seen, atMs: clock.wallMs(), address: maskedAddress(network) })
    watch.requests.length = Math.min(watch.requests.length, keptEach)
  }

  return {
    /** Returns the newest first, and records this account's requests for ten more minutes. `prefixes` are its keys'. */
    watch: (accountId: string, prefixes: readonly string[]): readonly RecentRequestInput[] => {
      const requests = alive(accountId)?.requests ?? []
      watches.set(accountId, { prefixes: new Set(prefixes), untilMonoMs: clock.monoMs() + watchedMs, requests })
      return [...requests]
    },
    isWatched: (accountId: string): boolean => watches.size > 0 && alive(accountId) !== null,
    recordRequest: (accountId: string, network: string, seen: SeenRequest): void => {
      const watch = alive(accountId)
      if (watch !== null) add(watch, network, seen)
    },
    /** Notes a request with a wrong key for the accounts with a key of the same prefix: it may be mistyped or revoked. */
    recordWithWrongKey: (network: string, seen: SeenRequest): void => {
      if (watches.size === 0) return
      for (const accountId of [...watches.keys()]) {
        const watch = alive(accountId)
        if (watch?.prefixes.has(seen.keyPrefix)) add(watch, network, seen)
      }
    },
  }
}

export type RecentRequests = ReturnType<typeof createRecentRequests>

/** Masks an address: its user can recognize it, but other people can't identify the machine. */
export function maskedAddress(network: string): string {
  if (network.startsWith('127.')) return network
  if (network === '0:0:0:0::/64') return '::1'
  if (network.includes(':')) return `${network.split(':').slice(0, 3).join(':')}::/48`
  return network.replace(/\.\d+$/, '.x')
}
