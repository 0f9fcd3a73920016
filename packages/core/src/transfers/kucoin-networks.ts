import { z } from 'zod'
import { asset } from '../currencies-and-sides.js'
import { readJson } from '../exchanges/read-json.js'
import { leastWithdrawal, type NetworkReader, networkName, networksOf, withdrawalFee } from './network-reader.js'

export const kucoinNetworks: NetworkReader = {
  exchange: 'kucoin',
  name: 'KuCoin',
  origin: 'https://api.kucoin.com',
  request: { method: 'GET', path: `/api/v3/currencies/${asset}` },
  read: (text, observedAtMs) => {
    const json = readJson(text)
    const chains = envelope.safeParse(json.ok ? json.value : null).data?.data.chains ?? []
    const rows = chains.flatMap((each) => chain.safeParse(each).data ?? [])
    return rows.length === 0 ? null : networksOf('kucoin', rows, observedAtMs)
  },
}

const envelope = z.object({
  code: z.literal('200000'),
  data: z.object({ currency: z.literal(asset), chains: z.array(z.unknown()).max(200) }),
})

const chain = z
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
  }))
