import { createHash } from 'node:crypto'
import { type FixingFacts, fixingContent } from '@p2p-rates/contract'
import { canonicalJson } from './canonical-json.js'
import type { ChainEnd, FixingLink } from './fixing-store.js'

/** The link that goes behind the end of a chain, or begins one. */
export function linkBehind(
  end: ChainEnd | null,
  fiat: string,
  facts: Omit<FixingFacts, 'number' | 'previousDigest'>,
): FixingLink {
  const number = (end?.number ?? 0) + 1
  const content = canonicalJson(fixingContent(fiat, { ...facts, number, previousDigest: end?.digest ?? null }))
  return { fiat, number, day: facts.day, content, digest: createHash('sha256').update(content).digest('hex') }
}
