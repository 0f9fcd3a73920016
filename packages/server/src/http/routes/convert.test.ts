import type { Convert, ErrorBody } from '@p2p-rates/contract'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startServer, type TestServer } from '../../testing/start-server.js'

let running: TestServer
const ask = (query: Readonly<Record<string, string>>) =>
  fetch(`${running.baseUrl}/convert?${new URLSearchParams(query)}`, { headers: { 'X-API-Key': running.keys.Starter } })
const get = async (query: Readonly<Record<string, string>>) => (await ask(query)).json() as Promise<Convert>
const hryvnias = { from: 'UAH', to: 'KZT', amount: '20000' }

beforeAll(async () => {
  const settings = { P2P_CYCLE_SECONDS: '1' }
  running = await startServer({ fiats: ['UAH', 'KZT', 'VND'], historyDays: 0, officials: true, settings })
})
afterAll(() => running.stop())

test('both legs are the trades that quote would make for them on their exchanges', async () => {
  const { buy, sell, transfer_fee_usdt: fee, received, rate } = await get(hryvnias)
  expect(buy?.total_fiat).toBe(20_000)
  expect(sell?.total_usdt).toBeCloseTo((buy?.total_usdt ?? 0) - fee, 5)
  expect(fee).toBe(buy?.exchange === sell?.exchange ? 0 : 1)
  expect(received).toBe(sell?.total_fiat)
  expect(rate).toBeCloseTo((received ?? 0) / 20_000, 4)
  for (const fill of buy?.fills ?? []) expect(fill.exchange).toBe(buy?.exchange)
})

test('comes with the cross rate of both central banks', async () => {
  await vi.waitUntil(async () => (await get(hryvnias)).official_rate !== null, { timeout: 20_000, interval: 300 })
  const { official, official_rate, rate, cost_vs_official_pct } = await get(hryvnias)
  expect([official.from?.source, official.to?.source]).toEqual([
    'National Bank of Ukraine',
    'National Bank of Kazakhstan',
  ])
  expect(official_rate).toBeCloseTo((official.to?.rate ?? 0) / (official.from?.rate ?? 0), 3)
  expect(cost_vs_official_pct).toBeCloseTo((1 - (rate ?? 0) / (official_rate ?? 0)) * 100, 1)
  expect(await get({ ...hryvnias, to: 'VND' })).toMatchObject({ official: { to: null }, official_rate: null })
})

test('each way to pay narrows its own leg, and a misspelt one is hinted at by its own parameter', async () => {
  const one = await get({ ...hryvnias, from_method: 'monobank' })
  // It may bring more than all ways together: a way to pay is judged among its own ads.
  expect(one.received).toBeGreaterThan(0)
  for (const { payment_methods: names } of one.buy?.fills ?? []) expect(names.join().toLowerCase()).toContain('mono')
  for (const param of ['from_method', 'to_method']) {
    const answer = await ask({ ...hryvnias, [param]: 'monobnk' })
    expect([answer.status, answer.headers.get('X-Hint')]).toEqual([200, expect.stringContaining(`\`${param}\`: `)])
  }
})

test('the answer of one pair is not that of the pair the other way round', async () => {
  const there = await get({ ...hryvnias, amount: '10000' })
  const back = await get({ from: 'KZT', to: 'UAH', amount: '10000' })
  expect([there.from, back.from]).toEqual(['UAH', 'KZT'])
  expect((there.index_rate ?? 0) * (back.index_rate ?? 0)).toBeCloseTo(1, 2)
})

test('a currency that is not collected is refused by its name', async () => {
  const answer = await ask({ ...hryvnias, to: 'MDL' })
  expect(answer.status).toBe(503)
  expect(((await answer.json()) as ErrorBody).detail.message).toBe(
    'This server does not collect MDL. It collects UAH, KZT, VND.',
  )
})

test('a currency that is not collected is named as such, and gets no webhook', async () => {
  const headers = { 'X-API-Key': running.keys.Pro }
  const message = expect.stringMatching(/^This server does not collect MDL\./)
  for (const of of ['rates', 'sources', 'stats', 'index', 'quote', 'arbitrage', 'stream']) {
    const answer = await fetch(`${running.baseUrl}/${of}?fiat=MDL${of === 'quote' ? '&amount=100' : ''}`, { headers })
    expect.soft([of, await answer.json()]).toMatchObject([of, { detail: { code: 'data_unavailable', message } }])
  }
  const webhook = { url: 'https://example.com/', event: 'best_buy', threshold: 1, fiat: 'MDL' }
  const refused = await fetch(`${running.baseUrl}/webhooks`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(webhook),
  })
  expect(await refused.json()).toMatchObject({ detail: { code: 'unsupported_fiat', message, param: 'fiat' } })
})
