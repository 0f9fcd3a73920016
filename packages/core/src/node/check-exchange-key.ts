import { readRights } from '../exchanges/read-answer.js'
import type { SignedWire } from '../exchanges/signed-wire.js'
import { type Fault, isFault } from '../fault.js'
import type { Ports } from './clock-and-random-ports.js'
import type { ExchangeConnection } from './exchange-connection.js'

export type CheckExchangeKey = () => Promise<Fault | null>

/** Asks what a key may do, once a day. One that may do more than read is a danger to its owner, and not used. */
export function createCheckExchangeKey(
  connection: ExchangeConnection,
  rights: SignedWire['rights'],
  ports: Pick<Ports, 'elapsedMs'>,
): CheckExchangeKey {
  let cached: { readonly keyProblem: Promise<Fault | null>; untilMs: number } | null = null

  async function fetchRights(wanted: NonNullable<typeof rights>): Promise<Fault | null> {
    const read = await connection.fetchAndParse({ request: wanted.request }, (answer, observedAtMs) =>
      readRights(connection.exchange, wanted, answer, observedAtMs),
    )
    return isFault(read) ? read : null
  }

  return async () => {
    if (rights === undefined) return null
    if (cached !== null && ports.elapsedMs() < cached.untilMs) return cached.keyProblem
    const fresh = { keyProblem: fetchRights(rights), untilMs: ports.elapsedMs() + dayMs }
    cached = fresh
    const keyProblem = await fresh.keyProblem
    if (keyProblem !== null) fresh.untilMs = ports.elapsedMs() + retryMs
    return keyProblem
  }
}

const dayMs = 24 * 60 * 60 * 1000
const retryMs = 5 * 60 * 1000
