import type { PriceRule } from '@p2p-rates/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '../../testing/start-server.js'
import { createTestClient, type TestClient } from '../../testing/test-client.js'

let running: TestServer
let asker: TestClient
let rule: string
beforeAll(async () => {
  running = await startServer({ historyDays: 0, fiats: ['UAH', 'EUR'], exchanges: ['okx', 'bybit'] })
  asker = createTestClient(running.url)
  rule = ((await call('POST', '/rules', { name: 'Desk' })) as unknown as PriceRule).id
})
afterAll(async () => {
  asker.close()
  await running.stop()
})

type Body = Readonly<Record<string, unknown>>
async function call(method: string, path: string, body: Body): Promise<Body> {
  const { text } = await asker.ask({
    method,
    path: `/api/v1${path}`,
    headers: [
      ['X-API-Key', running.keys.Pro],
      ['Content-Type', 'application/json'],
    ],
    body: JSON.stringify(body),
  })
  return JSON.parse(text)
}

const cases = [
  {
    path: '/rules',
    required: () => ({ name: 'Desk' }),
    optional: {
      fiat: 'EUR',
      side: 'SELL',
      base: 'nth',
      n: 2,
      amount: 5_000,
      exchanges: ['okx'],
      payment_methods: ['wise'],
      exclude_methods: ['cash'],
      offset_pct: 1,
      offset: 0.5,
      step: 0.05,
      rounding: 'up',
      floor: 1,
      ceiling: 99,
      last_good_seconds: 60,
    },
  },
  {
    path: '/boards',
    required: () => ({ title: 'Rates', rules: [rule] }),
    optional: { language: 'uk', tz: 'Europe/Kyiv', theme: 'dark', accent: '#0a6cff' },
  },
  {
    path: '/webhooks',
    required: () => ({ url: 'https://example.com/hook', event: 'best_buy', threshold: 41 }),
    optional: {
      ...{ fill_amount: 20_000, min_confidence: 'high', hold_seconds: 60, description: 'Desk' },
      ...{ quiet_hours: '23:00-08:00', digest_time: '08:00', tz: 'Europe/Kyiv' },
      expires_at: '2100-01-01T00:00:00.000Z',
    },
  },
]

test.each(cases)('PATCH $path resets every optional field by null', async ({ path, required, optional }) => {
  const plain = await call('POST', path, required())
  const full = await call('POST', path, { ...required(), ...optional })
  expect(full).toMatchObject(optional)
  const names = Object.keys(optional)
  const changed = await call('PATCH', `${path}/${full.id}`, Object.fromEntries(names.map((name) => [name, null])))
  const shown = (body: Body) => Object.fromEntries(names.map((name) => [name, body[name]]))
  expect(shown(changed)).toEqual(shown(plain))
})

test('an amount of null suits no round trip, and every other event', async () => {
  const url = 'https://example.com/hook'
  const trip = await call('POST', '/webhooks', { url, event: 'spread', threshold: 1, amount: 5_000 })
  const refused = await call('PATCH', `/webhooks/${trip.id}`, { amount: null })
  expect(refused).toMatchObject({ detail: { code: 'invalid_parameter', param: 'amount' } })
  const price = await call('POST', '/webhooks', { url, event: 'best_buy', threshold: 41 })
  expect(await call('PATCH', `/webhooks/${price.id}`, { amount: null })).toMatchObject({ amount: null })
})
