import { createHash } from 'node:crypto'
import { contentOf, type FixingEntry } from './fixing-store.js'

/** Returns the faults in fixing chains. Links must be sorted by currency and number. */
export function fixingChainFaults(links: Iterable<FixingEntry>): readonly string[] {
  const faults: string[] = []
  let before: FixingEntry | null = null
  for (const link of links) {
    const last: FixingEntry | null = before?.fiat === link.fiat ? before : null
    const fault = faultOf(link, last)
    if (fault !== null) faults.push(`fixing ${link.fiat} ${link.number}: ${fault}`)
    before = link
  }
  return faults
}

function faultOf(link: FixingEntry, before: FixingEntry | null): string | null {
  if (createHash('sha256').update(link.content).digest('hex') !== link.digest) return 'digest mismatch'
  const content = readContent(link)
  if (content === null) return 'unreadable'
  const { fiat, number, day, previous_digest: previous } = content
  if (fiat !== link.fiat || number !== link.number || day !== link.day) return 'in the place of another'
  if (number !== (before?.number ?? 0) + 1) return 'not the next in its chain'
  return previous === (before?.digest ?? null) ? null : 'not behind the one before it'
}

function readContent(link: FixingEntry): ReturnType<typeof contentOf> | null {
  try {
    return contentOf(link)
  } catch {
    return null
  }
}
