import { createHash } from 'node:crypto'
import { type Encoding, encodings } from './encodings.js'

/** ETags are strong, so each encoding has its own. */
export type Etags = Readonly<Record<Encoding, string>>

export function etagsOf(body: Buffer): Etags {
  const digest = createHash('sha1').update(body).digest('base64url').slice(0, 20)
  return { identity: `"${digest}"`, gzip: `"${digest}-gzip"`, br: `"${digest}-br"` }
}

/**
 * Returns the ETag under which the client already holds this answer, in any encoding; `null` if none. A 304 must carry
 * this ETag, because a cache refreshes only the entry stored under it.
 */
export function matchingEtag(ifNoneMatch: string | undefined, etags: Etags, offered: string): string | null {
  if (ifNoneMatch === undefined) return null
  if (ifNoneMatch === offered || ifNoneMatch === '*') return offered
  const held = ifNoneMatch.split(',').map((candidate) => candidate.trim().replace(/^W\//, ''))
  if (held.includes(offered)) return offered
  return encodings.map((encoding) => etags[encoding]).find((etag) => held.includes(etag)) ?? null
}
