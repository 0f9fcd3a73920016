import type { ExchangeId } from '@p2p-rates/core'

/** Who reads exchanges for us from another address: a remote collector, by the name that the operator gave it. */
export type Reporter = {
  readonly id: string
  /** Its Ed25519 key, 32 bytes as base64url; the other half never leaves its machine. */
  readonly publicKey: string
  /** What it may be asked to read. */
  readonly exchanges: readonly ExchangeId[]
  readonly addedAtMs: number
  readonly standing: Reputation
}

/** What checks have shown of it. */
export type Reputation = {
  /** In how many checks in a row it has agreed with others. */
  readonly agreements: number
  readonly contradictions: number
}

export const newcomer: Reputation = { agreements: 0, contradictions: 0 }

/** So many agreements, and what it alone has read counts. */
export const agreementsToProve = 50
const contradictionsToHoldOut = 2

export const isProven = ({ agreements }: Reputation): boolean => agreements >= agreementsToProve

/** It is given nothing to read until the operator takes it away and adds it anew. */
export const isHeldOut = ({ contradictions }: Reputation): boolean => contradictions >= contradictionsToHoldOut

/** Who proves himself anew is forgiven what was before. */
export function afterAgreement({ agreements, contradictions }: Reputation): Reputation {
  const inARow = agreements + 1
  return { agreements: inARow, contradictions: inARow === agreementsToProve ? 0 : contradictions }
}

export const afterContradiction = ({ contradictions }: Reputation): Reputation => ({
  agreements: 0,
  contradictions: contradictions + 1,
})
