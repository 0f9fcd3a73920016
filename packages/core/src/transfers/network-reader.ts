import { z } from 'zod'
import type { ExchangeId } from '../currencies-and-sides.js'
import type { WireRequest } from '../exchanges/define-exchange.js'
import { type HttpAnswer, statusFault } from '../exchanges/read-answer.js'
import type { Fault } from '../fault.js'
import { decimal } from '../read-number-text.js'
import type { Deposit, KnownNetworks, Withdrawal } from './known-networks.js'

/** An exchange that shows its networks without a key. */
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

type ReadNetwork = {
  readonly network: string
  readonly isWithdrawOpen: boolean
  readonly isDepositOpen: boolean
  readonly feeUsdt: number | null
  readonly leastUsdt: number
}

/** Some exchanges list a network twice, with one of them closed: the open one counts. */
export function networksOf(exchange: ExchangeId, rows: readonly ReadNetwork[], observedAtMs: number): KnownNetworks {
  const withdrawals = new Map<string, Withdrawal>()
  const deposits = new Map<string, Deposit>()
  for (const { isWithdrawOpen, isDepositOpen, feeUsdt, leastUsdt, ...row } of rows) {
    const network = row.network.toUpperCase()
    const known = { exchange, network, observedAtMs, source: 'exchange' } as const
    if (withdrawals.get(network)?.isOpen !== true)
      withdrawals.set(network, { ...known, isOpen: isWithdrawOpen, feeUsdt, leastUsdt })
    if (deposits.get(network)?.isOpen !== true) deposits.set(network, { ...known, isOpen: isDepositOpen })
  }
  return { withdrawals: [...withdrawals.values()], deposits: [...deposits.values()] }
}

export const networkName = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9 ().-]{0,29}$/)
/** No withdrawal of USDT costs 1,000 or begins at 1,000,000. */
export const withdrawalFee = decimal.pipe(z.number().max(1_000))
export const leastWithdrawal = decimal.pipe(z.number().max(1_000_000))

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
