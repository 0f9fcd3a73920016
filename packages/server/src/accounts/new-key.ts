import type { ApiKey } from './account-and-api-key.js'
import { digestOf, makeKey, prefixOf, randomText } from './api-key-format.js'

export type NewKey = {
  /** The key itself. It is here and nowhere else. */
  readonly key: string
  readonly record: ApiKey
}

export const maxLiveKeys = 5

export function newKey(accountId: string, label: string | null, createdAtMs: number): NewKey {
  const key = makeKey()
  const id = `key_${randomText(16)}`
  const record = { id, accountId, digest: digestOf(key), prefix: prefixOf(key), label, createdAtMs, revokedAtMs: null }
  return { key, record }
}
