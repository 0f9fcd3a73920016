import { createHmac } from 'node:crypto'
import type { ScriptRunner } from '../../base/redis/redis.js'

/** Servers over one database that count together in one Redis. */
export type ClusterInRedis = {
  readonly redis: ScriptRunner
  /** Id of the database. A restored backup keeps it, so requests admitted since the backup stay counted. */
  readonly clusterId: string
  /** Id of this server process; new after every start. */
  readonly server: string
  /** Hashes names, which may be addresses. The same on all servers, and not stored in Redis. */
  readonly secret: string | Uint8Array
  servers(): number
}

/** Bounds the concurrent calls, so that this server delays none of the answers itself. */
const mostAtOnce = 50

/** Rejects at the first failure. */
export async function callForEach<Item>(items: readonly Item[], call: (item: Item) => Promise<void>): Promise<void> {
  for (let from = 0; from < items.length; from += mostAtOnce)
    await Promise.all(items.slice(from, from + mostAtOnce).map(call))
}

/** Hashes a name for a Redis key. Readers of Redis learn no address, and no name breaks its key. */
export type HashKey = (name: string) => string

export function createHashKey(secret: string | Uint8Array): HashKey {
  // A derived key, so that it differs from the encryption key derived from the same secret.
  const key = createHmac('sha256', secret).update('names in Redis').digest()
  return (name) => createHmac('sha256', key).update(name).digest('base64url')
}
