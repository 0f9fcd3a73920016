import { usualCosts } from '@p2p-rates/core'
import {
  asset,
  between,
  cheapestTransfer,
  networkSources,
  type Transfer,
  type TransferFee,
} from '@p2p-rates/core/internal'
import { z } from 'zod'
import { feeUsdt, optionalExchange } from '../../endpoint/common-inputs.js'
import { columnsOf, tableOf } from '../../endpoint/csv.js'
import { defineEndpoint, forKeys, type QueryOf, recordedPrices } from '../../endpoint/define-endpoint.js'
import { ownWords, typeNames } from '../../endpoint/type-names.js'
import { isoTime, wireAsset, wireExchange, wireMoney, wireTime } from '../../endpoint/wire-schemas.js'
import type { ChosenTransfer, Transfers } from '../../generated/types.js'

const observedAt = wireTime.meta({
  description: 'Time of the withdrawal fee, UTC. A manual figure has only a day.',
})
const source = ownWords('NetworkSource', networkSources).meta({
  description: 'exchange: read from the exchange of the withdrawal. manual: entered by hand.',
})
const isStale = z.boolean().meta({
  description: 'True if a manual figure is older than 90 days, or one read from an exchange older than 3 days.',
})

const transfer = z
  .object({
    from: wireExchange.meta({ description: 'Exchange of the withdrawal.' }),
    to: wireExchange.meta({ description: 'Exchange of the deposit.' }),
    network: z.string().meta({ description: 'Network, as exchanges name it.', examples: ['TRC20'] }),
    open: z.boolean().meta({ description: 'True if `from` takes withdrawals and `to` takes deposits.' }),
    fee_usdt: feeUsdt.nullable().meta({ description: 'Withdrawal fee; null if unknown.' }),
    least_usdt: wireMoney.nullable().meta({ description: 'Smallest withdrawal; null if unknown.' }),
    observed_at: observedAt,
    source,
    stale: isStale,
  })
  .meta({ id: 'Transfer', description: 'One network between two exchanges.' })
  .register(typeNames, { type: 'WireTransfer' })

const answer: z.ZodType<Transfers> = z
  .object({ asset: wireAsset, transfers: z.array(transfer) })
  .meta({ id: 'Transfers', description: 'Networks on which USDT moves, by exchanges and network.' })

const states = ['open', 'closed', 'unknown'] as const

/** Transfer of a round trip or a conversion, with `transfer_fee_usdt=auto`. */
export const chosenTransferSchema: z.ZodType<ChosenTransfer> = z
  .object({
    state: z.enum(states).meta({
      description:
        'open: `network` is the cheapest open network. closed: each known network is closed. unknown: no open network with a known fee.',
    }),
    network: z
      .string()
      .nullable()
      .meta({ description: 'Null unless `state` is open.', examples: ['TRC20'] }),
    fee_usdt: feeUsdt.meta({ description: 'Fee used in the calculation: that of `network`, or 1 without a network.' }),
    least_usdt: wireMoney.nullable().meta({ description: 'Smallest withdrawal; null if unknown.' }),
    closed_networks: z.array(z.string()).meta({ description: 'Networks that are closed at one of both exchanges.' }),
    observed_at: observedAt.nullable(),
    source: source.nullable(),
    stale: isStale.nullable(),
  })
  .meta({ id: 'ChosenTransfer', description: 'Transfer between two exchanges. Only with `transfer_fee_usdt=auto`.' })

export function chosenTransfer(all: readonly Transfer[], from: string, to: string): ChosenTransfer {
  const known = between(all, from, to)
  const closed = known.filter(({ isOpen }) => !isOpen).map(({ network }) => network)
  const found = cheapestTransfer(all, from, to)
  if (found !== null)
    return {
      state: 'open',
      network: found.network,
      fee_usdt: found.feeUsdt,
      least_usdt: found.leastUsdt,
      closed_networks: closed,
      observed_at: isoTime(found.observedAtMs),
      source: found.source,
      stale: found.isStale,
    }
  return {
    state: known.length > 0 && closed.length === known.length ? 'closed' : 'unknown',
    network: null,
    fee_usdt: usualCosts.transferFeeUsdt,
    least_usdt: null,
    closed_networks: closed,
    observed_at: null,
    source: null,
    stale: null,
  }
}

/** The caller's fee, or with `auto` the fee of each pair of exchanges. */
export const feeOrEach = (
  fee: number | 'auto',
  { transfers: all = [] }: { readonly transfers?: readonly Transfer[] },
): TransferFee => (fee === 'auto' ? (from, to) => chosenTransfer(all, from, to).fee_usdt : fee)

export const toTransfersResponse = (
  { from, to }: Pick<QueryOf<typeof transfers>, 'from' | 'to'>,
  all: readonly Transfer[],
): Transfers => ({
  asset,
  transfers: all
    .filter((each) => (from === undefined || each.from === from) && (to === undefined || each.to === to))
    .map((each) => ({
      from: each.from,
      to: each.to,
      network: each.network,
      open: each.isOpen,
      fee_usdt: each.feeUsdt,
      least_usdt: each.leastUsdt,
      observed_at: isoTime(each.observedAtMs),
      source: each.source,
      stale: each.isStale,
    })),
})

/**
 * @example
 * const { transfers } = await p2p.transfers({ from: 'kucoin', to: 'bybit' })
 * for (const { network, open, fee_usdt } of transfers) console.log(network, open ? fee_usdt : 'closed')
 */
export const transfers = defineEndpoint({
  name: 'transfers',
  method: 'GET',
  path: '/transfers',
  ...forKeys('Free', 'reader'),
  summary: 'Networks between two exchanges',
  description:
    'Returns the networks on which USDT moves from one exchange to another, with state and withdrawal fee. The server reads KuCoin, and HTX if it is one of its exchanges, once a day. Other exchanges show fees only to account holders, so their figures are entered by hand from public sources, with their day. `source`, `observed_at` and `stale` are about the withdrawal; deposits at exchanges that the server does not read are entered by hand, too. A network is absent if one end is unknown.',
  query: {
    from: optionalExchange('Exchange of the withdrawal. All if absent.'),
    to: optionalExchange('Exchange of the deposit. All if absent.'),
  },
  answer,
  example: {
    asset,
    transfers: [
      {
        from: 'kucoin',
        to: 'bybit',
        network: 'TRC20',
        open: true,
        fee_usdt: 1.5,
        least_usdt: 4,
        observed_at: '2026-01-01T00:00:00.000Z',
        source: 'manual',
        stale: true,
      },
    ],
  },
  table: tableOf(columnsOf(transfer), ({ transfers: rows }: Transfers) => rows),
  ...recordedPrices,
})
