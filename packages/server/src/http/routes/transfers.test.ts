import type { Arbitrage, Convert, Transfers } from '@p2p-rates/contract'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startServer, type TestServer } from '../../testing/start-server.js'

let running: TestServer
beforeAll(async () => {
  running = await startServer({ historyDays: 0, crossed: { UAH: 4 }, settings: { P2P_CYCLE_SECONDS: '1' } })
  const isRead = async () => {
    // An empty answer is cached for seconds.
    running.clock.advance(11_000)
    return (await get<Transfers>('/transfers?from=kucoin')).transfers.length > 0
  }
  await vi.waitUntil(isRead, { timeout: 20_000, interval: 500 })
}, 60_000)
afterAll(() => running.stop())

const get = async <Answer>(path: string): Promise<Answer> => {
  const response = await fetch(`${running.baseUrl}${path}`, { headers: { 'X-API-Key': running.keys.Business } })
  return (await response.json()) as Answer
}

describe('transfers', () => {
  test('are read from KuCoin, once, with closed networks', async () => {
    const { transfers } = await get<Transfers>('/transfers?from=kucoin&to=bybit')
    expect(transfers).toMatchObject([
      { network: 'ERC20', open: false, fee_usdt: 5, least_usdt: 10, source: 'exchange', stale: false },
      { network: 'TRC20', open: true, fee_usdt: 1.5, least_usdt: 4, source: 'exchange', stale: false },
    ])
  })

  test('between other exchanges come from the manual table, without a fee that no source names', async () => {
    const { transfers } = await get<Transfers>('/transfers?from=binance&to=mexc')
    expect(transfers.map(({ network, fee_usdt, source }) => [network, fee_usdt, source])).toEqual([
      ['ERC20', null, 'manual'],
      ['TRC20', null, 'manual'],
    ])
    expect(await get('/transfers?from=binance&to=binance')).toEqual({ asset: 'USDT', transfers: [] })
  })
})

describe('transfer_fee_usdt=auto', () => {
  test('gives each pair the fee of its cheapest open network, and says where it is unknown', async () => {
    const { transfer_fee_usdt, opportunities } = await get<Arbitrage>('/arbitrage?amount=9000&transfer_fee_usdt=auto')
    expect(transfer_fee_usdt).toBe(1)
    expect(opportunities.length).toBeGreaterThan(0)
    for (const { buy_exchange, sell_exchange, transfer } of opportunities) {
      const { transfers } = await get<Transfers>(`/transfers?from=${buy_exchange}&to=${sell_exchange}`)
      const usable = transfers.filter(({ open, fee_usdt }) => open && fee_usdt !== null)
      const [best] = usable.toSorted((one, other) => Number(one.fee_usdt) - Number(other.fee_usdt))
      expect(transfer).toMatchObject({
        state: best === undefined ? 'unknown' : 'open',
        network: best?.network ?? null,
        fee_usdt: best?.fee_usdt ?? 1,
        closed_networks: transfers.filter(({ open }) => !open).map(({ network }) => network),
      })
    }
  })

  test('names the transfer of a conversion, or null if nothing is moved', async () => {
    const { buy, sell, transfer_fee_usdt, transfer } = await get<Convert>(
      '/convert?from=UAH&to=EUR&amount=9000&transfer_fee_usdt=auto',
    )
    if (buy?.exchange === sell?.exchange) expect([transfer, transfer_fee_usdt]).toEqual([null, 0])
    else expect(transfer?.fee_usdt).toBe(transfer_fee_usdt)
  })

  test('adds nothing to other answers', async () => {
    const { opportunities } = await get<Arbitrage>('/arbitrage?amount=9000')
    for (const one of opportunities) expect(one).not.toHaveProperty('transfer')
    expect(await get('/convert?from=UAH&to=EUR&amount=9000')).not.toHaveProperty('transfer')
  })
})
