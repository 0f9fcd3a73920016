import { z } from 'zod'
import { asset } from '../currencies-and-sides.js'
import { readJson } from '../exchanges/read-json.js'
import { leastWithdrawal, type NetworkReader, networkName, networksOf, withdrawalFee } from './network-reader.js'

const currency = asset.toLowerCase()

export const htxNetworks: NetworkReader = {
  exchange: 'htx',
  name: 'HTX',
  origin: 'https://api.htx.com',
  request: { method: 'GET', path: '/v2/reference/currencies', query: { currency } },
  read: (text, observedAtMs) => {
    const json = readJson(text)
    const [coin] = envelope.safeParse(json.ok ? json.value : null).data?.data ?? []
    const rows = (coin?.chains ?? []).flatMap((each) => chain.safeParse(each).data ?? [])
    return rows.length === 0 ? null : networksOf('htx', rows, observedAtMs)
  },
}

const envelope = z.object({
  code: z.literal(200),
  data: z.tuple([z.object({ currency: z.literal(currency), chains: z.array(z.unknown()).max(200) })]),
})

const status = z.enum(['allowed', 'prohibited'])

const chain = z
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
  }))
