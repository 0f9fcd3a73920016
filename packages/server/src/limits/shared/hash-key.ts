import { createHmac } from 'node:crypto'

/** Hashes a name for a Redis key. Readers of Redis learn no address, and no name breaks its key. */
export type HashKey = (name: string) => string

/** The secret is the same on all servers and is not stored in Redis. */
export function createHashKey(secret: string | Uint8Array): HashKey {
  // Derives a key of its own, separate from the encryption key that the same secret gives.
  const key = createHmac('sha256', secret).update('names in Redis').digest()
  return (name) => createHmac('sha256', key).update(name).digest('base64url')
}
