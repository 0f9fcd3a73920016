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

/** Who proves himself anew is forgiven what was before. More than it takes is not counted: nobody saves up for lies. */
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

/** It differed from another and nobody can tell who is wrong: it has to prove itself anew, and is not blamed. */
export const afterDispute = ({ contradictions }: Reputation): Reputation => ({ agreements: 0, contradictions })

/** It differed in a little that a busy board may explain once, and not again and again. */
export const afterDoubt = ({ agreements, contradictions }: Reputation): Reputation => ({
  agreements: Math.max(0, agreements - agreementsPerDoubt),
  contradictions,
})
const agreementsPerDoubt = 5
