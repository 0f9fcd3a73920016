import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import { collectorText } from '@p2p-rates/contract'
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

/**
 * Remote collectors registered by the operator. Implemented in storage/; every implementation passes
 * reporter-store.contract.ts. Writes resolve once durable.
 */
export interface ReporterStore {
  add(reporter: Reporter): Promise<boolean>
  find(id: string): Promise<Reporter | null>
  list(): Promise<readonly Reporter[]>
  /**
   * Atomic and durable: writes the result of `decide`, which may run more than once. Null if the collector does not
   * exist.
   */
  change(id: string, decide: (now: Reporter) => Reporter): Promise<Reporter | null>
  remove(id: string): Promise<boolean>
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

/** Signed headers of a request, not verified yet. */
export type SignedRequest = Parameters<typeof collectorText>[0] & { readonly signature: string }

export function isSignedBy(publicKey: string, { signature, ...request }: SignedRequest): boolean {
  const key = publicKeyOf(publicKey)
  if (key === null) return false
  return verify(null, Buffer.from(collectorText(request), 'utf8'), key, Buffer.from(signature, 'base64url'))
}

export function publicKeyOf(text: string): KeyObject | null {
  if (!/^[\w-]{43}$/.test(text)) return null
  try {
    return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: text }, format: 'jwk' })
  } catch {
    return null
  }
}
