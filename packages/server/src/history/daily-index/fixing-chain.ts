import { createHash } from 'node:crypto'
import { type FixingInput, fixingContent } from '@p2p-rates/contract'
import { fiats } from '@p2p-rates/core'
import { canonicalJson, type FixingInputs } from '@p2p-rates/core/internal'
import { OperatorError } from '../../base/errors/operator-errors.js'
import type { Clock } from '../../base/time/clock.js'
import {
  contentOf,
  type FixingEntry,
  type FixingStore,
  type LastEntry,
  type NewFixingEntry,
} from '../history-stores.js'

export function nextFixingEntry(
  end: LastEntry | null,
  fiat: string,
  facts: Omit<FixingInput, 'number' | 'previousDigest' | 'inputs_digest'>,
  inputs?: FixingInputs,
): NewFixingEntry {
  const number = (end?.number ?? 0) + 1
  const text = inputs && canonicalJson(inputs)
  const linked = { ...facts, number, previousDigest: end?.digest ?? null }
  const content = canonicalJson(fixingContent(fiat, { ...linked, ...(text && { inputs_digest: digestOf(text) }) }))
  return { fiat, number, day: facts.day, content, digest: digestOf(content), ...(text && { inputs: text }) }
}

export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex')

export type Correction = {
  readonly fiat: string
  readonly day: string
  readonly value: number
  readonly why: string
}

export type CorrectFixing = (correction: Correction) => Promise<FixingEntry>

export const createCorrectFixing =
  ({ store, clock }: { readonly store: FixingStore; readonly clock: Clock }): CorrectFixing =>
  async ({ fiat, day, value, why }) => {
    const end = await store.lastEntry(fiat)
    const [wrong] = await store.readFixings(fiat, day, day)
    if (wrong === undefined) throw new OperatorError(`There is no fixing of ${fiat} for ${day}.`)
    const figure = { value, method: contentOf(wrong).method, confidence: null, sources: null, slots: null }
    const link = nextFixingEntry(end, fiat, { ...figure, day, madeAtMs: clock.wallMs(), correction: why })
    if (await store.appendFixings([link], end)) return link
    throw new OperatorError('The chain has grown at this very moment. Try it again.')
  }

export type NewestFixings = () => Promise<readonly (LastEntry & { readonly fiat: string })[]>

export const createNewestFixings =
  (store: Pick<FixingStore, 'lastEntry'>): NewestFixings =>
  async () => {
    const found: (LastEntry & { readonly fiat: string })[] = []
    for (const fiat of fiats) {
      const entry = await store.lastEntry(fiat)
      if (entry !== null) found.push({ fiat, ...entry })
    }
    return found
  }

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

export const fixingInputsFaults = (links: readonly NewFixingEntry[]): readonly string[] =>
  links
    .filter((link) => (readContent(link)?.inputs_digest ?? null) !== (link.inputs ? digestOf(link.inputs) : null))
    .map(({ fiat, number }) => `inputs of fixing ${fiat} ${number}: digest mismatch`)

function faultOf(link: FixingEntry, before: FixingEntry | null): string | null {
  if (digestOf(link.content) !== link.digest) return 'digest mismatch'
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
