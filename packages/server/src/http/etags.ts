import { createHash } from 'node:crypto'
import { type Encoding, encodings } from './encodings.js'

/** Strong validators, so the same answer has another in each encoding. */
export type Etags = Readonly<Record<Encoding, string>>

export function etagsOf(body: Buffer): Etags {
  const digest = createHash('sha1').update(body).digest('base64url').slice(0, 20)
  return { identity: `"${digest}"`, gzip: `"${digest}-gzip"`, br: `"${digest}-br"` }
}

/**
 * The validator under which the caller has this answer already, in any encoding; `null` if there is none. A 304 carries
 * it, since a cache only renews what it keeps under that very name.
 */
export function heldEtag(ifNoneMatch: string | undefined, etags: Etags, offered: string): string | null {
  if (ifNoneMatch === undefined) return null
  if (ifNoneMatch === offered || ifNoneMatch === '*') return offered
  const held = ifNoneMatch.split(',').map((candidate) => candidate.trim().replace(/^W\//, ''))
  if (held.includes(offered)) return offered
  return encodings.map((encoding) => etags[encoding]).find((etag) => held.includes(etag)) ?? null
}
