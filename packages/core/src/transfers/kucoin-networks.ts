import { z } from 'zod'
import { asset } from '../currencies-and-sides.js'
import { readJson } from '../exchanges/read-json.js'
import { decimal } from '../read-number-text.js'
import type { Deposit, Withdrawal } from './known-networks.js'
import type { NetworkReader } from './network-reader.js'

export const kucoinNetworks: NetworkReader = {
  exchange: 'kucoin',
  name: 'KuCoin',
  origin: 'https://api.kucoin.com',
  request: { method: 'GET', path: `/api/v3/currencies/${asset}` },
  read: (text, observedAtMs) => {
    const json = readJson(text)
    const chains = envelope.safeParse(json.ok ? json.value : null).data?.data.chains ?? []
    const rows = chains.flatMap((each) => chain.safeParse(each).data ?? [])
    if (rows.length === 0) return null
    const withdrawals = new Map<string, Withdrawal>()
    const deposits = new Map<string, Deposit>()
    for (const row of rows) {
      const network = row.chainName.toUpperCase()
      const known = { exchange: 'kucoin', network, observedAtMs, source: 'exchange' } as const
      // KuCoin lists some networks twice, with one of them closed.
      if (withdrawals.get(network)?.isOpen !== true)
        withdrawals.set(network, {
          ...{ ...known, isOpen: row.isWithdrawEnabled },
          ...{ feeUsdt: row.withdrawalMinFee, leastUsdt: row.withdrawalMinSize },
        })
      if (deposits.get(network)?.isOpen !== true) deposits.set(network, { ...known, isOpen: row.isDepositEnabled })
    }
    return { withdrawals: [...withdrawals.values()], deposits: [...deposits.values()] }
  },
}

const envelope = z.object({
  code: z.literal('200000'),
  data: z.object({ currency: z.literal(asset), chains: z.array(z.unknown()).max(200) }),
})

/** No withdrawal of USDT costs 1,000 or begins at 1,000,000. */
const chain = z.object({
  chainName: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9 ().-]{0,29}$/),
  withdrawalMinFee: decimal.pipe(z.number().max(1_000)),
  withdrawalMinSize: decimal.pipe(z.number().max(1_000_000)),
  isWithdrawEnabled: z.boolean(),
  isDepositEnabled: z.boolean(),
})
