import type { ExchangeId } from '../currencies-and-sides.js'

export const networkSources = ['exchange', 'manual'] as const
/** `exchange`: read from the exchange itself. `manual`: written down by hand. */
export type NetworkSource = (typeof networkSources)[number]

type Known = {
  readonly exchange: ExchangeId
  readonly network: string
  readonly isOpen: boolean
  readonly observedAtMs: number
  readonly source: NetworkSource
}

/** A network on which USDT leaves an exchange. A figure is null if unknown. */
export type Withdrawal = Known & { readonly feeUsdt: number | null; readonly leastUsdt: number | null }

/** A network on which USDT arrives at an exchange. */
export type Deposit = Known

export type KnownNetworks = { readonly withdrawals: readonly Withdrawal[]; readonly deposits: readonly Deposit[] }

/** Networks that an exchange tells replace its manual ones. */
export function joinNetworks(read: readonly KnownNetworks[], manual: KnownNetworks): KnownNetworks {
  const withdrawals = read.flatMap((each) => each.withdrawals)
  const deposits = read.flatMap((each) => each.deposits)
  const isRead = new Set([...withdrawals, ...deposits].map(({ exchange }) => exchange))
  const isLeft = ({ exchange }: Known): boolean => !isRead.has(exchange)
  return {
    withdrawals: [...withdrawals, ...manual.withdrawals.filter(isLeft)],
    deposits: [...deposits, ...manual.deposits.filter(isLeft)],
  }
}
