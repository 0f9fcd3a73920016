import { z } from 'zod'
import { asset, type ExchangeId } from '../currencies-and-sides.js'
import type { WireRequest } from '../exchanges/define-exchange.js'
import type { HttpAnswer } from '../exchanges/read-answer.js'
import { parseJson } from '../exchanges/read-json.js'
import { readSource, type SourceReading } from '../exchanges/read-source.js'
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

export type NetworkReading = SourceReading<{ readonly networks: KnownNetworks }>

export const readNetworks = (
  { name, read }: NetworkReader,
  answer: HttpAnswer | Fault,
  nowMs: number,
): NetworkReading =>
  readSource(name, answer, nowMs, (text, fault) => {
    const networks = text.length > maxCharacters ? null : read(text, nowMs)
    return networks === null ? fault('schema_drift', `${name} lists its networks in an unknown shape.`) : { networks }
  })

/** A real list has about 10,000 characters. */
const maxCharacters = 500_000

type ReadNetwork = {
  readonly network: string
  readonly isWithdrawOpen: boolean
  readonly isDepositOpen: boolean
  readonly feeUsdt: number | null
  readonly leastUsdt: number
}

/** Reads the networks of USDT in an answer. Entries of another form are left out. */
function readChains<Answer>(
  exchange: ExchangeId,
  envelope: z.ZodType<Answer>,
  chainsOf: (answer: Answer) => readonly unknown[],
  chain: z.ZodType<ReadNetwork>,
): NetworkReader['read'] {
  return (text, observedAtMs) => {
    const answer = parseJson(envelope, text)
    const rows = answer === undefined ? [] : chainsOf(answer).flatMap((each) => chain.safeParse(each).data ?? [])
    return rows.length === 0 ? null : networksOf(exchange, rows, observedAtMs)
  }
}

/** Some exchanges list a network twice, with one of them closed: the open one counts. */
function networksOf(exchange: ExchangeId, rows: readonly ReadNetwork[], observedAtMs: number): KnownNetworks {
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

const chains = z.array(z.unknown()).max(200)
const networkName = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9 ().-]{0,29}$/)
/** No withdrawal of USDT costs 1,000 or begins at 1,000,000. */
const withdrawalFee = decimal.pipe(z.number().max(1_000))
const leastWithdrawal = decimal.pipe(z.number().max(1_000_000))

export const kucoinNetworks: NetworkReader = {
  exchange: 'kucoin',
  name: 'KuCoin',
  origin: 'https://api.kucoin.com',
  request: { method: 'GET', path: `/api/v3/currencies/${asset}` },
  read: readChains(
    'kucoin',
    z.object({ code: z.literal('200000'), data: z.object({ currency: z.literal(asset), chains }) }),
    ({ data }) => data.chains,
    z
      .object({
        chainName: networkName,
        withdrawalMinFee: withdrawalFee,
        withdrawalMinSize: leastWithdrawal,
        isWithdrawEnabled: z.boolean(),
        isDepositEnabled: z.boolean(),
      })
      .transform((row) => ({
        network: row.chainName,
        isWithdrawOpen: row.isWithdrawEnabled,
        isDepositOpen: row.isDepositEnabled,
        feeUsdt: row.withdrawalMinFee,
        leastUsdt: row.withdrawalMinSize,
      })),
  ),
}

const currency = asset.toLowerCase()
const status = z.enum(['allowed', 'prohibited'])

export const htxNetworks: NetworkReader = {
  exchange: 'htx',
  name: 'HTX',
  origin: 'https://api.htx.com',
  request: { method: 'GET', path: '/v2/reference/currencies', query: { currency } },
  read: readChains(
    'htx',
    z.object({ code: z.literal(200), data: z.tuple([z.object({ currency: z.literal(currency), chains })]) }),
    ({ data: [coin] }) => coin.chains,
    z
      .object({
        displayName: networkName,
        withdrawFeeType: z.string(),
        transactFeeWithdraw: withdrawalFee.optional(),
        minWithdrawAmt: leastWithdrawal,
        withdrawStatus: status,
        depositStatus: status,
      })
      .transform((row) => ({
        network: row.displayName,
        isWithdrawOpen: row.withdrawStatus === 'allowed',
        isDepositOpen: row.depositStatus === 'allowed',
        // Other types take a share of the amount.
        feeUsdt: row.withdrawFeeType === 'fixed' ? (row.transactFeeWithdraw ?? null) : null,
        leastUsdt: row.minWithdrawAmt,
      })),
  ),
}

/** Exchanges that show their networks without a key. */
export const networkReaders: readonly NetworkReader[] = [kucoinNetworks, htxNetworks]
