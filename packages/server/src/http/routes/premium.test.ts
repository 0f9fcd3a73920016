import { type Premium, type ReferenceIndex, toPremiumResponse } from '@p2p-rates/contract'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startServer, type TestServer } from '../../testing/start-server.js'

describe('a server that asks central banks', () => {
  let running: TestServer
  const get = async <T>(path: string): Promise<T> =>
    (await fetch(running.baseUrl + path, { headers: { 'X-API-Key': running.keys.Business } })).json() as Promise<T>
  beforeAll(async () => {
    running = await startServer({ historyDays: 3, officials: true, settings: { P2P_CYCLE_SECONDS: '1' } })
  })
  afterAll(() => running.stop())

  test('returns the rate of the bank with the index, and the premium of the index over it', async () => {
    for (const [fiat, source] of [
      ['UAH', 'National Bank of Ukraine'],
      ['EUR', 'European Central Bank'],
    ]) {
      const ask = () => get<ReferenceIndex>(`/index?fiat=${fiat}`)
      await vi.waitUntil(async () => (await ask()).official?.rate !== undefined, { timeout: 60_000 })
      const { value, official, premium_pct: premium } = await ask()
      expect(official).toMatchObject({ source, day: new Date(running.clock.wallMs()).toISOString().slice(0, 10) })
      expect(premium).toBeCloseTo((value / (official?.rate ?? 0) - 1) * 100, 1)
    }
    expect(running.simulator.officials.requests()).toBe(2)
    const usdtUsd = async () => (await get<ReferenceIndex>('/index?fiat=UAH')).usdt_usd
    await vi.waitUntil(async () => (await usdtUsd()) !== null, { timeout: 60_000 })
    expect(await usdtUsd()).toMatchObject({ source: 'Kraken' })
  })

  test('and how it was on every day that was fixed', async () => {
    const ask = () => get<Premium>('/index/premium?fiat=UAH')
    const answer = async () => {
      running.clock.advance(60_000)
      return ask()
    }
    await vi.waitUntil(async () => (await answer()).days.length > 1, { timeout: 60_000 })
    const { days } = await ask()
    // The server read no official rate on earlier days.
    const today = new Date(running.clock.wallMs()).toISOString().slice(0, 10)
    for (const { day, official, premium_pct } of days)
      expect([official === null, premium_pct === null]).toEqual(Array(2).fill(day < today))
  })
})

describe('the series', () => {
  const rate = (day: string, value: number) => ({ rate: value, source: 'A bank', day })
  const span = { from: '2026-11-19', to: '2026-11-23' }

  test('a rate stands until the next one, and a coming one says nothing of the days before it', () => {
    const fixed = [19, 20, 21, 22, 23].map((day) => ({ day: `2026-11-${day}`, value: 42 }))
    const rates = [rate('2026-11-20', 40), rate('2026-11-23', 42)]
    const { days } = toPremiumResponse({ fiat: 'UAH', span, fixed, rates })
    expect(days.map(({ official, premium_pct }) => [official?.day ?? null, premium_pct])).toEqual([
      [null, null],
      ['2026-11-20', 5],
      ['2026-11-20', 5],
      ['2026-11-20', 5],
      ['2026-11-23', 0],
    ])
  })

  test('a correction replaces the corrected entry, on its own day', () => {
    const fixed = [
      { day: '2026-11-20', value: 60 },
      { day: '2026-11-21', value: 42 },
      { day: '2026-11-20', value: 42 },
    ]
    const { days } = toPremiumResponse({ fiat: 'UAH', span, fixed, rates: [rate('2026-11-20', 40)] })
    expect(days.map(({ day, index }) => [day, index])).toEqual([
      ['2026-11-20', 42],
      ['2026-11-21', 42],
    ])
  })

  test('where USDT is cheaper than a dollar the premium is below zero', () => {
    const fixed = [{ day: '2026-11-20', value: 39 }]
    const { days } = toPremiumResponse({ fiat: 'UAH', span, fixed, rates: [rate('2026-11-20', 40)] })
    expect(days[0]?.premium_pct).toBe(-2.5)
  })

  test('half of a hundredth is rounded as on paper, away from zero', () => {
    for (const [value, official, premium] of [
      [0.901, 0.8, 12.63],
      [40.002, 40, 0.01],
      [39.998, 40, -0.01],
    ] as const) {
      const fixed = [{ day: '2026-11-20', value }]
      const { days } = toPremiumResponse({ fiat: 'UAH', span, fixed, rates: [rate('2026-11-20', official)] })
      expect(days[0]?.premium_pct).toBe(premium)
    }
  })
})
