import type { ExchangeId } from '@p2p-rates/core'

/** A remote collector: a program at another address that reads exchanges. The operator chose its name. */
export type Reporter = {
  readonly id: string
  /** Ed25519 public key, 32 bytes as base64url. The private key never leaves its machine. */
  readonly publicKey: string
  readonly exchanges: readonly ExchangeId[]
  readonly addedAtMs: number
  readonly standing: Reputation
}

export type Reputation = {
  /** Consecutive checks in which it agreed with other collectors. */
  readonly agreements: number
  readonly contradictions: number
}

export const newReputation: Reputation = { agreements: 0, contradictions: 0 }

/** Consecutive agreements until a collector counts as proven and its own readings suffice. */
export const agreementsToProve = 50
const contradictionsToExclude = 2

export const isProven = ({ agreements }: Reputation): boolean => agreements >= agreementsToProve

/** Excluded: gets no tasks until the operator removes and adds it again. */
export const isExcluded = ({ contradictions }: Reputation): boolean => contradictions >= contradictionsToExclude

/**
 * Proving itself again clears its contradictions. Agreements are capped, so that a collector can't save them up for
 * lies.
 */
export function afterAgreement({ agreements, contradictions }: Reputation): Reputation {
  const inARow = Math.min(agreements + 1, agreementsToProve)
  return {
    agreements: inARow,
    contradictions: inARow > agreements && inARow === agreementsToProve ? 0 : contradictions,
  }
}

export const afterContradiction = ({ contradictions }: Reputation): Reputation => ({
  agreements: 0,
  contradictions: contradictions + 1,
})

/** An undecided contradiction: the collector has to prove itself again, but is not blamed. */
export const afterDispute = ({ contradictions }: Reputation): Reputation => ({ agreements: 0, contradictions })

/** A small difference that a busy board explains once, but not repeatedly. */
export const afterDoubt = ({ agreements, contradictions }: Reputation): Reputation => ({
  agreements: Math.max(0, agreements - agreementsPerDoubt),
  contradictions,
})
const agreementsPerDoubt = 5
