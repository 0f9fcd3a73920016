import type { ChosenTransfer } from '../generated/types.js'

/** `transfer` is absent if the caller gave the fee. */
export function transferInWords(feeUsdt: number, transfer: ChosenTransfer | null = null): string {
  if (transfer === null) return `moving USDT costs ${feeUsdt} USDT`
  const { state, network, stale, closed_networks: closed } = transfer
  if (network !== null) return `moving USDT on ${network} costs ${feeUsdt} USDT${stale === true ? ' (old figure)' : ''}`
  const reason =
    state === 'closed' ? `all known networks closed (${closed.join(', ')})` : 'network and fee of the transfer unknown'
  return `${reason}, ${feeUsdt} USDT assumed`
}
