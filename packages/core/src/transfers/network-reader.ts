import type { ExchangeId } from '../currencies-and-sides.js'
import type { WireRequest } from '../exchanges/define-exchange.js'
import { type HttpAnswer, statusFault } from '../exchanges/read-answer.js'
import type { Fault } from '../fault.js'
import type { KnownNetworks } from './known-networks.js'

/** An exchange that tells its networks without a key. */
export type NetworkReader = {
  readonly exchange: ExchangeId
  readonly name: string
  readonly origin: string
  readonly request: WireRequest
  readonly read: (text: string, observedAtMs: number) => KnownNetworks | null
}

export type NetworkReading =
  | { readonly state: 'read'; readonly networks: KnownNetworks; readonly simulated?: boolean }
  | { readonly state: 'failed'; readonly fault: Fault }

/** Interprets an answer about networks. Every answer gives a reading, never an exception. */
export function readNetworks({ name, read }: NetworkReader, answer: HttpAnswer, nowMs: number): NetworkReading {
  const fault = statusFault(name, answer, nowMs)
  if (fault !== null) return { state: 'failed', fault }
  const networks = answer.text.length > maxCharacters ? null : read(answer.text, nowMs)
  if (networks === null) {
    const message = `${name} lists its networks in an unknown shape.`
    return { state: 'failed', fault: { kind: 'schema_drift', message, httpStatus: answer.status } }
  }
  return { state: 'read', networks, ...(answer.simulated === true ? { simulated: true } : {}) }
}

/** A list has 10,000 characters. */
const maxCharacters = 500_000
