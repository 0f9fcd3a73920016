import { createHash } from 'node:crypto'
import { type FixingInput, fixingContent } from '@p2p-rates/contract'
import { canonicalJson } from './canonical-json.js'
import type { FixingEntry, LastEntry } from './fixing-store.js'

export function nextFixingEntry(
  end: LastEntry | null,
  fiat: string,
  facts: Omit<FixingInput, 'number' | 'previousDigest'>,
): FixingEntry {
  const number = (end?.number ?? 0) + 1
  const content = canonicalJson(fixingContent(fiat, { ...facts, number, previousDigest: end?.digest ?? null }))
  return { fiat, number, day: facts.day, content, digest: createHash('sha256').update(content).digest('hex') }
}
