import type { RecentRequest } from '@p2p-rates/contract'

/** The first that the new key got an answer to. Until then the newest that failed: with it, or with a key that begins alike. */
export function firstSeenRequest(requests: readonly RecentRequest[], prefix: string): RecentRequest | null {
  const own = requests.filter(({ key_prefix }) => key_prefix === prefix)
  return own.findLast(({ status }) => status < 400) ?? own[0] ?? null
}
