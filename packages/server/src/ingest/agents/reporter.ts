import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import { collectorText } from '@p2p-rates/contract'
import type { ExchangeId } from '@p2p-rates/core'
import { OperatorError } from '../../base/errors/operator-errors.js'
import type { Clock } from '../../base/time/clock.js'

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

/** Implemented in storage/; every implementation passes reporter-store.contract.ts. Writes resolve once durable. */
export interface ReporterStore {
  add(reporter: Reporter): Promise<boolean>
  find(id: string): Promise<Reporter | null>
  list(): Promise<readonly Reporter[]>
  /** Atomic. `decide` may run more than once. Null if the collector does not exist. */
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

/** Proving itself again clears contradictions. Agreements are capped, so that none can be saved up for lies. */
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

function publicKeyOf(text: string): KeyObject | null {
  if (!/^[\w-]{43}$/.test(text)) return null
  try {
    return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: text }, format: 'jwk' })
  } catch {
    return null
  }
}

export type ReporterInput = Readonly<Record<'id' | 'publicKey' | 'exchanges', string>>

/** A collector was removed: its requests are rejected and its polls end. */
export type ReporterRemoved = { readonly kind: 'reporter_removed'; readonly reporter: string }

export function createReporterRegistry(ports: {
  readonly store: ReporterStore
  readonly exchangeIds: readonly ExchangeId[]
  readonly clock: Clock
  readonly publishEvent: (removed: ReporterRemoved) => void | Promise<void>
}) {
  const { store, exchangeIds, clock, publishEvent } = ports
  return {
    reporters: () => store.list(),
    addReporter: async (wanted: ReporterInput): Promise<Reporter> => {
      const reporter = parseReporter(wanted, exchangeIds, clock.wallMs())
      if (await store.add(reporter)) return reporter
      throw new OperatorError(`There is a remote collector ${reporter.id} already: remove it first, or choose a name.`)
    },
    removeReporter: async (id: string): Promise<void> => {
      if (!(await store.remove(id))) throw new OperatorError(`There is no remote collector ${id}.`)
      await publishEvent({ kind: 'reporter_removed', reporter: id })
    },
  }
}

function parseReporter(
  { id, publicKey, exchanges }: ReporterInput,
  exchangeIds: readonly ExchangeId[],
  nowMs: number,
): Reporter {
  if (!/^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/.test(id))
    throw new OperatorError('A name has 1 to 40 small letters, digits and hyphens, such as home-kyiv.')
  if (publicKeyOf(publicKey) === null)
    throw new OperatorError('That is no public key of a remote collector: `p2p agent` prints it, 43 characters long.')
  const wanted = [...new Set(exchanges.split(',').map((one) => one.trim()))]
  const unknown = wanted.find((one) => !exchangeIds.includes(one))
  if (unknown !== undefined) throw new OperatorError(`There is no exchange ${unknown} here: ${exchangeIds.join(', ')}.`)
  return { id, publicKey, exchanges: wanted, addedAtMs: nowMs, standing: newReputation }
}
