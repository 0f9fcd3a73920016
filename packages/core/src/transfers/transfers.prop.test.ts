import { deepStrictEqual } from 'node:assert/strict'
import fc from 'fast-check'
import { property } from '../testing/property.js'
import type { Deposit, KnownNetworks, Withdrawal } from './known-networks.js'
import { cheapestTransfer, transfersOf } from './transfers.js'

const nowMs = Date.UTC(2026, 10, 25)
const dayMs = 86_400_000
const exchanges = ['binance', 'bybit', 'kucoin'] as const
const networks = ['BEP20', 'ERC20', 'TRC20'] as const

const anyState = fc.record({
  exchange: fc.constantFrom(...exchanges),
  network: fc.constantFrom(...networks),
  isOpen: fc.boolean(),
  source: fc.constantFrom('exchange' as const, 'manual' as const),
  observedAtMs: fc.integer({ min: 0, max: 100 }).map((days) => nowMs - days * dayMs),
})
const anyWithdrawal: fc.Arbitrary<Withdrawal> = fc
  .tuple(anyState, fc.option(fc.constantFrom(0, 0.5, 1, 1.5)), fc.option(fc.constantFrom(1, 10)))
  .map(([state, feeUsdt, leastUsdt]) => ({ ...state, feeUsdt, leastUsdt }))
const oncePerNetwork = <State extends Deposit>(state: fc.Arbitrary<State>) =>
  fc.uniqueArray(state, { selector: ({ exchange, network }) => `${exchange} ${network}`, maxLength: 9 })
const anyNetworks: fc.Arbitrary<KnownNetworks> = fc.record({
  withdrawals: oncePerNetwork(anyWithdrawal),
  deposits: oncePerNetwork<Deposit>(anyState),
})

const isOld = ({ source, observedAtMs }: Deposit) => nowMs - observedAtMs > (source === 'manual' ? 90 : 3) * dayMs

/** Tries each network with a fresh withdrawal, then with any, and keeps the first with the least fee. */
function slowCheapest({ withdrawals, deposits }: KnownNetworks, from: string, to: string) {
  for (const mayBeOld of [false, true]) {
    let best: { network: string; feeUsdt: number } | null = null
    for (const network of networks) {
      const out = withdrawals.find((one) => one.exchange === from && one.network === network)
      const into = deposits.find((one) => one.exchange === to && one.network === network)
      if (out === undefined || into === undefined || out.feeUsdt === null) continue
      if (!out.isOpen || !into.isOpen || (!mayBeOld && isOld(out))) continue
      if (best === null || out.feeUsdt < best.feeUsdt) best = { network, feeUsdt: out.feeUsdt }
    }
    if (best !== null) return best
  }
  return null
}

property(20, 'the cheapest transfer is the one that a slow search finds', (runs) => {
  fc.assert(
    fc.property(anyNetworks, (known) => {
      const all = transfersOf(known, nowMs)
      for (const from of exchanges)
        for (const to of exchanges) {
          const found = cheapestTransfer(all, from, to)
          deepStrictEqual(
            found && { network: found.network, feeUsdt: found.feeUsdt },
            from === to ? null : slowCheapest(known, from, to),
          )
        }
    }),
    { ...runs, numRuns: runs.numRuns * 10 },
  )
})
