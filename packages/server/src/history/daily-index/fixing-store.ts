import type { FixingContent } from '@p2p-rates/contract'

/** One fixing as it is on record. What its digest is over is kept as the text that it is. */
export type FixingEntry = {
  readonly fiat: string
  /** From 1 on, without a gap. */
  readonly number: number
  readonly day: string
  /** Canonical JSON of `FixingContent`. */
  readonly content: string
  readonly digest: string
}

export type LastEntry = Pick<FixingEntry, 'number' | 'digest'>

/** The chains of all currencies: they only grow. Implemented in storage/; every implementation passes fixing-store.contract.ts. */
export interface FixingStore {
  /**
   * Puts links of one currency, each behind the one before it, behind this end of its chain. False where the chain ends
   * elsewhere by now: nothing is written then. Resolves once they would survive a power cut.
   */
  appendFixings(links: readonly FixingEntry[], lastEntry: LastEntry | null): Promise<boolean>
  lastEntry(fiat: string): Promise<LastEntry | null>
  /** Returns the links of these days, both included, in the order of the chain. */
  readFixings(fiat: string, fromDay: string, toDay: string): Promise<readonly FixingEntry[]>
}

/** Our own writing, read back. */
export const contentOf = ({ content }: FixingEntry): FixingContent => JSON.parse(content) as FixingContent
