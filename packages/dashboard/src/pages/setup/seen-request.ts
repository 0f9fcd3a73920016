import type { RecentRequest } from '@p2p-rates/contract'

/** The first that the new key got an answer to. Until then the newest that failed: with it, or without a good key from here. */
export function seenRequest(requests: readonly RecentRequest[], prefix: string): RecentRequest | null {
  const own = requests.filter(({ key_prefix }) => key_prefix === prefix)
  const failed = requests.find(({ key_prefix }) => key_prefix === prefix || key_prefix === null)
  return own.findLast(({ status }) => status < 400) ?? failed ?? null
}
