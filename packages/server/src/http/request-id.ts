import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** Names a request in response and log: the caller's `X-Request-Id` if harmless, otherwise a unique id. */
export function createRequestIds() {
  const run = randomBytes(6).toString('hex')
  let count = 0
  return (headers: IncomingHttpHeaders): string => {
    const sent = headers['x-request-id']
    if (typeof sent === 'string' && isHarmless(sent)) return sent
    count += 1
    return `${run}-${count.toString(36)}`
  }
}

/** Reject an id that contains an API key sent in the wrong header. */
const isHarmless = (text: string): boolean => /^[A-Za-z0-9._-]{1,64}$/.test(text) && !text.includes('p2p_')
