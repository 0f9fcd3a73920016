import type { RecentRequestInput } from '@p2p-rates/contract'
import { LRUCache } from 'lru-cache'
import type { Clock } from '../../base/time/clock.js'

export type SeenRequest = Omit<RecentRequestInput, 'atMs' | 'address'>

/** Recent requests of an account's keys. Kept only in memory, and only while the owner watches the page. */
export interface RecentRequests {
  /** Returns the newest first, and notes what follows for ten minutes more. `prefixes` are those of the account's keys. */
  watch(accountId: string, prefixes: readonly string[]): readonly RecentRequestInput[]
  isWatched(accountId: string): boolean
  recordRequest(accountId: string, network: string, seen: SeenRequest): void
  /** Notes a request with a wrong key for the accounts with a key of the same prefix: it may be mistyped or revoked. */
  recordWithWrongKey(network: string, seen: SeenRequest): void
}

type Watch = { prefixes: ReadonlySet<string>; untilMonoMs: number; requests: RecentRequestInput[] }

const watchedMs = 600_000
const keptEach = 20

export function createRecentRequests(clock: Clock, { accounts = 1_000 } = {}): RecentRequests {
  const watches = new LRUCache<string, Watch>({ max: accounts })

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
    watch: (accountId, prefixes) => {
      const requests = alive(accountId)?.requests ?? []
      watches.set(accountId, { prefixes: new Set(prefixes), untilMonoMs: clock.monoMs() + watchedMs, requests })
      return [...requests]
    },
    isWatched: (accountId) => watches.size > 0 && alive(accountId) !== null,
    recordRequest: (accountId, network, seen) => {
      const watch = alive(accountId)
      if (watch !== null) add(watch, network, seen)
    },
    recordWithWrongKey: (network, seen) => {
      if (watches.size === 0) return
      for (const accountId of [...watches.keys()]) {
        const watch = alive(accountId)
        if (watch?.prefixes.has(seen.keyPrefix)) add(watch, network, seen)
      }
    },
  }
}

/** Masks an address: its user can recognize it, but other people can't identify the machine. */
export function maskedAddress(network: string): string {
  if (network.startsWith('127.')) return network
  if (network === '0:0:0:0::/64') return '::1'
  if (network.includes(':')) return `${network.split(':').slice(0, 3).join(':')}::/48`
  return network.replace(/\.\d+$/, '.x')
}
