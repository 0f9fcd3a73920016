import type { Fixing, Fixings } from '@p2p-rates/contract'
import { UsageError } from './errors.js'
import { encode, writeHex } from './hmac-and-encodings.js'

/** Something in a chain that cannot have been there when it was made. */
export type ChainFault = {
  readonly number: number
  readonly day: string
  /** `changed`: digest mismatch. `unchained`: it does not follow its predecessor. `twice`: two entries have its number. */
  readonly fault: 'changed' | 'unchained' | 'twice'
}

export type ChainVerdict = {
  /** There is no fault, and no digest that was known before is lost. */
  readonly valid: boolean
  /** Every link from the first of all on is there. */
  readonly complete: boolean
  readonly faults: readonly ChainFault[]
  /** Known digests, as they were given, that no link has or begins with. */
  readonly lost: readonly string[]
  readonly entries: number
  /** Newest digest. Keep it: with it you can detect later changes to any earlier entry. */
  readonly digest: string | null
}

/**
 * Recompute the digest of every fixing and check the links between them. Pass one answer, or several of the same
 * currency, in any order. `known` are digests that the chain must contain, in full or at least their first 12 digits.
 *
 * @example
 * const { valid, digest } = await verifyFixings(await p2p.fixings({ fiat: 'UAH' }), { known: [digestOfLastMonth] })
 */
export async function verifyFixings(
  answers: Fixings | readonly Fixings[],
  { known = [] }: { readonly known?: readonly string[] } = {},
): Promise<ChainVerdict> {
  const malformedDigest = known.find((start) => !/^[\da-f]{12,64}$/i.test(start))
  if (malformedDigest !== undefined)
    throw new UsageError('A known digest is written in 64 hex digits, or in the first 12 or more of them.')
  const all = 'fixings' in answers ? [answers] : answers
  if (new Set(all.map(({ asset, fiat }) => `${asset} ${fiat}`)).size > 1)
    throw new UsageError('Each currency has a chain of its own: verify one after the other.')
  const chainEntries = toChainEntries(all)
  const faults: ChainFault[] = []
  for (const [at, link] of chainEntries.entries()) {
    const { number, day } = link.fixing
    const before = chainEntries[at - 1]?.fixing
    if (link.fixing.digest !== (await digestOf(link))) faults.push({ number, day, fault: 'changed' })
    if (before?.number === number) faults.push({ number, day, fault: 'twice' })
    else if (!followsPrevious(link.fixing, before)) faults.push({ number, day, fault: 'unchained' })
  }
  const lost = known.filter(
    (start) => !chainEntries.some(({ fixing }) => fixing.digest.startsWith(start.toLowerCase())),
  )
  return {
    valid: faults.length === 0 && lost.length === 0,
    complete: chainEntries.every(({ fixing }, at) => fixing.number === at + 1),
    faults,
    lost,
    entries: chainEntries.length,
    digest: chainEntries.at(-1)?.fixing.digest ?? null,
  }
}

type ChainEntry = Pick<Fixings, 'asset' | 'fiat'> & { readonly fixing: Fixing }

function toChainEntries(answers: readonly Fixings[]): readonly ChainEntry[] {
  const entryByContent = new Map<string, ChainEntry>()
  for (const { asset, fiat, fixings } of answers)
    for (const fixing of fixings) entryByContent.set(JSON.stringify(fixing), { asset, fiat, fixing })
  return [...entryByContent.values()].sort((one, other) => one.fixing.number - other.fixing.number)
}

/** If the previous fixing wasn't fetched, check only that a previous digest exists. */
function followsPrevious({ number, previous_digest: previous }: Fixing, before: Fixing | undefined): boolean {
  if (number === 1) return previous === null
  return before?.number === number - 1 ? previous === before.digest : previous !== null
}

/** SHA-256 of the canonical JSON, with keys in alphabetical order. Confidence is its level; later fields may be absent. */
async function digestOf({ asset, fiat, fixing }: ChainEntry): Promise<string> {
  const { inputs_digest: inputsDigest, method_next: next, usdt_usd: usdtUsd } = fixing
  const content = {
    asset,
    confidence: fixing.confidence?.level ?? null,
    correction: fixing.correction,
    day: fixing.day,
    fiat,
    ...(inputsDigest && { inputs_digest: inputsDigest }),
    made_at: fixing.made_at,
    method: fixing.method,
    ...(next && { method_next: { method: next.method, value: next.value } }),
    number: fixing.number,
    previous_digest: fixing.previous_digest,
    slots: fixing.slots,
    sources: fixing.sources,
    ...(usdtUsd && {
      usdt_usd: { observed_at: usdtUsd.observed_at, rate: usdtUsd.rate, source: usdtUsd.source },
    }),
    value: fixing.value,
    ...(fixing.withheld && { withheld: fixing.withheld }),
  }
  return writeHex(new Uint8Array(await crypto.subtle.digest('SHA-256', encode(JSON.stringify(content)))))
}
