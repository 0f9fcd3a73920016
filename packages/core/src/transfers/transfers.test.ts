import { describe, expect, test } from 'vitest'
import { type Deposit, joinNetworks, type KnownNetworks, type Withdrawal } from './known-networks.js'
import { manualNetworks } from './manual-networks.js'
import { between, cheapestTransfer, transfersOf } from './transfers.js'

const nowMs = Date.UTC(2026, 10, 25)
const dayMs = 86_400_000
const into = (exchange: string, network: string, more: Partial<Deposit> = {}): Deposit => ({
  ...{ exchange, network, isOpen: true, observedAtMs: nowMs, source: 'exchange', ...more },
})
const out = (exchange: string, network: string, feeUsdt: number | null, more: Partial<Deposit> = {}): Withdrawal => ({
  ...{ ...into(exchange, network, more), feeUsdt, leastUsdt: 5 },
})
const cheapest = (known: KnownNetworks) => cheapestTransfer(transfersOf(known, nowMs), 'okx', 'mexc')?.network ?? null

describe('a transfer', () => {
  test('needs the same network at both ends, and is as old and as sure as its withdrawal', () => {
    const known = {
      withdrawals: [out('okx', 'TRC20', 1), out('okx', 'TON', 0.1)],
      deposits: [into('mexc', 'TRC20', { source: 'manual', observedAtMs: nowMs - 91 * dayMs }), into('okx', 'TRC20')],
    }
    expect(transfersOf(known, nowMs)).toEqual([
      {
        ...{ from: 'okx', to: 'mexc', network: 'TRC20', isOpen: true, feeUsdt: 1, leastUsdt: 5 },
        ...{ observedAtMs: nowMs, source: 'exchange', isStale: false },
      },
    ])
  })

  test('is stale after 90 days by hand, and after 3 days if the exchange tells it', () => {
    const isStale = (source: 'exchange' | 'manual', days: number) =>
      transfersOf(
        {
          withdrawals: [out('okx', 'TRC20', 1, { source, observedAtMs: nowMs - days * dayMs })],
          deposits: [into('mexc', 'TRC20')],
        },
        nowMs,
      )[0]?.isStale
    expect([isStale('manual', 90), isStale('manual', 91)]).toEqual([false, true])
    expect([isStale('exchange', 3), isStale('exchange', 4)]).toEqual([false, true])
  })
})

describe('the cheapest transfer', () => {
  const deposits = [into('mexc', 'TRC20'), into('mexc', 'TON')]

  test('is open at both ends', () => {
    expect(cheapest({ withdrawals: [out('okx', 'TRC20', 2), out('okx', 'TON', 0.1)], deposits })).toBe('TON')
    const closed = [out('okx', 'TRC20', 2), out('okx', 'TON', 0.1, { isOpen: false })]
    expect(cheapest({ withdrawals: closed, deposits })).toBe('TRC20')
    const closedThere = [into('mexc', 'TRC20'), into('mexc', 'TON', { isOpen: false })]
    expect(cheapest({ withdrawals: [out('okx', 'TRC20', 2), out('okx', 'TON', 0.1)], deposits: closedThere })).toBe(
      'TRC20',
    )
  })

  test('is unknown without a known fee or a known network', () => {
    expect(cheapest({ withdrawals: [out('okx', 'TRC20', null)], deposits })).toBeNull()
    expect(cheapest({ withdrawals: [out('okx', 'ERC20', 1)], deposits })).toBeNull()
    expect(cheapest({ withdrawals: [], deposits })).toBeNull()
  })

  test('is fresh if any is', () => {
    const old = { source: 'manual', observedAtMs: nowMs - 100 * dayMs } as const
    expect(cheapest({ withdrawals: [out('okx', 'TRC20', 2), out('okx', 'TON', 0.1, old)], deposits })).toBe('TRC20')
    expect(cheapest({ withdrawals: [out('okx', 'TON', 0.1, old)], deposits })).toBe('TON')
  })
})

describe('figures by hand', () => {
  test('are of days that have been, each network once', () => {
    for (const list of [manualNetworks.withdrawals, manualNetworks.deposits]) {
      for (const { observedAtMs } of list) expect(observedAtMs).toBeLessThan(nowMs)
      expect(new Set(list.map(({ exchange, network }) => `${exchange} ${network}`)).size).toBe(list.length)
    }
  })

  test('say nothing where no source does', () => {
    const all = transfersOf(manualNetworks, nowMs)
    expect(cheapestTransfer(all, 'bybit', 'mexc')).toMatchObject({ network: 'ERC20', feeUsdt: 0.8, isStale: true })
    expect(cheapestTransfer(all, 'binance', 'bybit')).toBeNull()
    expect(between(all, 'binance', 'bybit').map(({ network, feeUsdt }) => [network, feeUsdt])).toEqual([
      ['ERC20', null],
      ['TRC20', null],
    ])
    expect(between(all, 'mexc', 'kucoin')).toEqual([])
  })

  test('give way to the exchange itself', () => {
    const read = { withdrawals: [out('bybit', 'TON', 0.3)], deposits: [into('bybit', 'TON')] }
    const joined = joinNetworks([read], manualNetworks)
    expect(joined.withdrawals.filter(({ exchange }) => exchange === 'bybit')).toEqual(read.withdrawals)
    expect(joined.deposits.filter(({ exchange }) => exchange === 'bybit')).toEqual(read.deposits)
    expect(joined.withdrawals.some(({ exchange }) => exchange === 'mexc')).toBe(true)
  })
})
