import type { Transfer } from '@p2p-rates/core/internal'
import { expect, test } from 'vitest'
import { chosenTransfer, feeOrEach, toTransfersResponse } from './transfers.js'

const transfer = (network: string, more: Partial<Transfer> = {}): Transfer => ({
  ...{ from: 'kucoin', to: 'okx', network, isOpen: true, feeUsdt: 0.4, leastUsdt: 2 },
  ...{ observedAtMs: Date.UTC(2026, 10, 25), source: 'exchange', isStale: false, ...more },
})
const chosen = (...all: readonly Transfer[]) => chosenTransfer(all, 'kucoin', 'okx')

test('the chosen transfer is the cheapest open network, with the closed ones named', () => {
  expect(chosen(transfer('TRC20', { feeUsdt: 1.5 }), transfer('TON'), transfer('BEP20', { isOpen: false }))).toEqual({
    ...{ state: 'open', network: 'TON', fee_usdt: 0.4, least_usdt: 2, closed_networks: ['BEP20'] },
    ...{ observed_at: '2026-11-25T00:00:00.000Z', source: 'exchange', stale: false },
  })
})

test('a transfer without an open network or a known fee costs 1 USDT, and says why', () => {
  const nothing = { network: null, fee_usdt: 1, least_usdt: null, observed_at: null, source: null, stale: null }
  expect(chosen(transfer('TON', { isOpen: false }))).toEqual({ ...nothing, state: 'closed', closed_networks: ['TON'] })
  expect(chosen(transfer('TON', { feeUsdt: null }))).toEqual({ ...nothing, state: 'unknown', closed_networks: [] })
  expect(chosen()).toEqual({ ...nothing, state: 'unknown', closed_networks: [] })
  expect(chosen(transfer('TON', { isOpen: false }), transfer('TRC20', { feeUsdt: null }))).toEqual({
    ...nothing,
    ...{ state: 'unknown', closed_networks: ['TON'] },
  })
})

test('a fee of the caller counts everywhere, and auto counts between each pair', () => {
  expect(feeOrEach(2, {})).toBe(2)
  const fee = feeOrEach('auto', { transfers: [transfer('TON')] })
  expect(typeof fee === 'function' && [fee('kucoin', 'okx'), fee('okx', 'kucoin')]).toEqual([0.4, 1])
})

test('transfers are listed by both ends', () => {
  const all = [transfer('TON'), transfer('TON', { to: 'mexc' }), transfer('TON', { from: 'mexc', to: 'okx' })]
  const ends = (from?: string, to?: string) =>
    toTransfersResponse({ from, to }, all).transfers.map((each) => `${each.from} ${each.to}`)
  expect(ends()).toEqual(['kucoin okx', 'kucoin mexc', 'mexc okx'])
  expect(ends('kucoin')).toEqual(['kucoin okx', 'kucoin mexc'])
  expect(ends(undefined, 'okx')).toEqual(['kucoin okx', 'mexc okx'])
  expect(ends('mexc', 'kucoin')).toEqual([])
})
