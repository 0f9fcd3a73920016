import { createHmac } from 'node:crypto'

/** A name as Redis may know it: whoever reads there learns no address, and no name breaks out of its key. */
export type HideName = (name: string) => string

/** The secret is the same on all servers, and lies somewhere else. */
export function createHideName(secret: string | Uint8Array): HideName {
  // What is sealed with the same secret has nothing to do with this.
  const key = createHmac('sha256', secret).update('names in Redis').digest()
  return (name) => createHmac('sha256', key).update(name).digest('base64url')
}
