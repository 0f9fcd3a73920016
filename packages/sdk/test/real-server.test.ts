import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { endpoints, type WebhookEvent } from '@p2p-rates/contract'
import { P2P } from '@p2p-rates/sdk'
import { startServer, type TestServer } from '@p2p-rates/server/testing'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ settings: { P2P_PRIVATE_RECEIVERS: 'true' } })
})
afterAll(() => server.stop())

const connect = (plan: keyof TestServer['keys'] = 'Business') =>
  new P2P({ baseUrl: server.url, apiKey: server.keys[plan], maxRetries: 0 })

test('every method has an answer of the promised shape, with limits and a request id', async () => {
  const p2p = connect()
  const calls = {
    markets: p2p.markets(),
    rates: p2p.rates({ fiat: 'EUR' }),
    orderbook: p2p.orderbook({ exchange: 'okx', side: 'SELL', include: 'trust', payment_method: 'a' }),
    stats: p2p.stats(),
    history: p2p.history({ hours: 48, exchange: 'bybit', max_points: 50 }),
    candles: p2p.candles({ interval: '4h', hours: 96 }),
    arbitrage: p2p.arbitrage({ amount: 5_000.5, transfer_fee_usdt: 0.000_001 }),
    me: p2p.me(),
    openapi: p2p.openapi(),
    quote: p2p.quote({ side: 'SELL', amount_usdt: 500 }),
    sources: p2p.sources({ fiat: 'UAH' }),
    'payment-methods': p2p.paymentMethods(),
    depth: p2p.depth({ side: 'SELL', payment_method: ['mono', 'privat'], exclude_method: 'wise' }),
    methods: p2p.methods({ fiat: 'EUR' }),
  }
  for (const [name, call] of Object.entries(calls)) {
    const { data, rateLimit, quota, requestId, simulated } = await call.withResponse()
    const endpoint = endpoints.find((candidate) => candidate.name === name)
    expect(endpoint?.answer.safeParse(data).error, name).toBeUndefined()
    expect(rateLimit).toMatchObject({ limit: 1_200 })
    expect(quota).toMatchObject({ limit: 20_000_000 })
    expect(quota?.resetSeconds).toBeGreaterThan(0)
    expect(requestId).toMatch(/./)
    expect(simulated, name).toBe(endpoint?.carriesPrices)
  }
  expect(await p2p.history({ format: 'csv' })).toMatch(/^t,buy,sell,simulated\r\n20/)
  expect(await p2p.candles({ format: 'csv' })).toMatch(/^t,buy_open,/)
})

test('a refusal names the needed plan', async () => {
  await expect(connect('Free').stats()).rejects.toMatchObject({ name: 'PlanRequiredError', code: 'plan_required' })
  await expect(connect().orderbook({ exchange: 'okx', rows: -1 })).rejects.toMatchObject({ param: 'rows', status: 400 })
  await expect(connect().rates({ fiat: 'UHA' })).rejects.toMatchObject({ param: 'fiat', suggestion: 'UAH' })
  await expect(connect().rates({ fiat: 'XXX' })).rejects.toMatchObject({ param: 'fiat', suggestion: null })
  await expect(new P2P({ baseUrl: server.baseUrl, apiKey: 'p2p_unknown' }).me()).rejects.toMatchObject({
    name: 'AuthenticationError',
    code: 'invalid_key',
  })
  const { data, clamped } = await connect().orderbook({ exchange: 'okx', rows: 999 }).withResponse()
  expect(clamped).toEqual(['rows'])
  expect(data.ads.length).toBeLessThanOrEqual(50)
})

test('the eleventh request of a Free minute gets the time to retry', async () => {
  const p2p = connect('Free')
  const calls = Array.from({ length: 11 }, () =>
    p2p.rates().then(
      () => null,
      (error: unknown) => error,
    ),
  )
  const refused = (await Promise.all(calls)).filter((error) => error !== null)
  expect(refused.length).toBeGreaterThan(0)
  for (const error of refused)
    expect(error).toMatchObject({ name: 'RateLimitError', rateLimit: { limit: 10, remaining: 0 } })
  expect(refused[0]).toHaveProperty('retryAfter', expect.any(Number))
})

test('a stream begins with the current data', async () => {
  const live = connect().stream({ fiat: 'UAH' })
  expect(live.connection).toBe(null)
  const before = await connect().rates({ fiat: 'UAH' })
  for await (const rates of live) {
    expect([before, await connect().rates({ fiat: 'UAH' })]).toContainEqual(rates)
    break
  }
  expect(live.connection).toMatchObject({ simulated: true, rateLimit: { limit: 1_200 }, requestId: expect.any(String) })
  await expect(connect('Starter').stream().next()).rejects.toMatchObject({ name: 'PlanRequiredError' })
})

test('a webhook lives from its creation to its deletion, and its deliveries are genuine', async () => {
  const { webhooks } = connect()
  const secrets: string[] = []
  const events: WebhookEvent[] = []
  const receiver = createServer(async (request, response) => {
    events.push(await webhooks.unwrap(await text(request), request.headers, secrets))
    response.writeHead(204).end()
    receiver.emit('delivered')
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void receiver.close())
  await once(receiver, 'listening')
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`

  const { id, secret } = await webhooks.create({ url, event: 'best_buy', threshold: 1, description: 'never' })
  secrets.push(secret ?? '')
  expect((await webhooks.list()).webhooks.map((webhook) => webhook.id)).toEqual([id])

  const delivered = once(receiver, 'delivered')
  const { id: delivery } = await webhooks.test(id)
  await delivered
  expect(events).toMatchObject([{ event: 'ping', id: delivery, data: { webhook_id: id } }])

  const rotated = await webhooks.rotateSecret(id, { overlap_hours: 2 })
  expect(Date.parse(rotated.old_secret_expires_at ?? '')).toBeGreaterThan(Date.now())
  expect(rotated.secret).not.toBe(secret)
  for (const known of [[secret ?? ''], [rotated.secret ?? '']]) {
    secrets.splice(0, secrets.length, ...known)
    const again = once(receiver, 'delivered')
    await webhooks.test(id)
    await again
  }
  expect(events).toHaveLength(3)
  expect(await webhooks.activateSecret(id)).toMatchObject({ id, old_secret_expires_at: null })

  expect(await webhooks.update(id, { enabled: false })).toMatchObject({ enabled: false, disabled_reason: 'user' })
  expect((await webhooks.deliveries(id)).deliveries).toHaveLength(3)
  await webhooks.delete(id)
  await expect(webhooks.get(id)).rejects.toMatchObject({ name: 'NotFoundError', status: 404 })
})
