import { type EndpointName, endpoints } from '@p2p-rates/contract'
import {
  APIConnectionError,
  APIConnectionTimeoutError,
  AuthenticationError,
  DataUnavailableError,
  MalformedAnswerError,
  P2P,
  RateLimitError,
} from '@p2p-rates/sdk'
import { createFakeP2P } from '@p2p-rates/sdk/testing'
import { expect, test } from 'vitest'

test('answers every question with data of the right shape', async () => {
  const { client } = createFakeP2P()
  const answers = {
    markets: await client.markets(),
    rates: await client.rates(),
    orderbook: await client.orderbook({ exchange: 'okx' }),
    stats: await client.stats(),
    history: await client.history(),
    candles: await client.candles(),
    usage: await client.usage(),
    index: await client.index(),
    fixings: await client.fixings(),
    'fixing-inputs': await client.fixingInputs('UAH', '2026-11-25'),
    premium: await client.premium(),
    fair: await client.fair({ price: 41.9, amount: 1_000 }),
    convert: await client.convert({ from: 'UAH', to: 'KZT', amount: 1_000 }),
    overview: await client.overview(),
    seasonality: await client.seasonality(),
    transfers: await client.transfers(),
    quality: await client.quality(),
    'track-record': await client.trackRecord(),
    price: await client.price({ at: '2026-11-21T10:07Z' }),
    arbitrage: await client.arbitrage(),
    me: await client.me(),
    openapi: await client.openapi(),
    quote: await client.quote({ amount: 1000 }),
    sources: await client.sources(),
    'payment-methods': await client.paymentMethods(),
    depth: await client.depth(),
    methods: await client.methods(),
    formula: await client.formula(),
    'formula-preview': await client.formulaPreview(),
    'rules.list': await client.rules.list(),
    'rules.create': await client.rules.create({ name: 'desk' }),
    'rules.get': await client.rules.get('ru_1'),
    'rules.update': await client.rules.update('ru_1', { name: 'desk' }),
    'rules.delete': await client.rules.delete('ru_1'),
    'rules.price': await client.rules.price('ru_1'),
    'boards.list': await client.boards.list(),
    'boards.create': await client.boards.create({ title: 'rates', rules: ['ru_1'] }),
    'boards.get': await client.boards.get('bo_1'),
    'boards.update': await client.boards.update('bo_1', { theme: 'dark' }),
    'boards.delete': await client.boards.delete('bo_1'),
    'inboxes.list': await client.inboxes.list(),
    'inboxes.create': await client.inboxes.create({ kind: 'telegram' }),
    'inboxes.delete': await client.inboxes.delete('in_1'),
    'webhooks.create': await client.webhooks.create({
      url: 'https://example.com/h',
      event: 'spread',
      threshold: 1,
      amount: 5_000,
    }),
    'webhooks.list': await client.webhooks.list(),
    'webhooks.get': await client.webhooks.get('wh_1'),
    'webhooks.update': await client.webhooks.update('wh_1', { enabled: false }),
    'webhooks.delete': await client.webhooks.delete('wh_1'),
    'webhooks.test': await client.webhooks.test('wh_1'),
    'webhooks.rotate-secret': await client.webhooks.rotateSecret('wh_1'),
    'webhooks.activate-secret': await client.webhooks.activateSecret('wh_1'),
    'webhooks.deliveries': await client.webhooks.deliveries('wh_1'),
    'webhooks.resend': await client.webhooks.resend('wh_1', 'dl_1'),
  } satisfies Record<Exclude<EndpointName, 'stream'>, unknown>
  for (const { name, access, answer } of endpoints) {
    if (access.kind !== 'key' || name === 'stream') continue
    expect(Object.keys(answers)).toContain(name)
    expect(answer.safeParse(answers[name as keyof typeof answers]).error, name).toBeUndefined()
  }
  expect(await client.history({ format: 'csv' })).toMatch(/^t,buy,sell\r\n/)
})

test('names the requested values, and remembers the request', async () => {
  const { client, requests } = createFakeP2P()
  expect(await client.rates({ fiat: 'PLN' })).toMatchObject({ fiat: 'PLN' })
  expect(await client.orderbook({ exchange: 'mexc', side: 'SELL' })).toMatchObject({ exchange: 'mexc', side: 'SELL' })
  expect(requests.map(({ name, query }) => [name, query])).toEqual([
    ['rates', { fiat: 'PLN' }],
    ['orderbook', { exchange: 'mexc', side: 'SELL' }],
  ])
  await client.webhooks.delete('wh_7')
  expect(requests.at(-1)).toMatchObject({ name: 'webhooks.delete', path: '/webhooks/wh_7' })
})

test('has limits like the real one', async () => {
  const { rateLimit, quota } = await createFakeP2P().client.rates().withResponse()
  expect(rateLimit).toEqual({ limit: 300, remaining: 299, resetSeconds: 60 })
  expect(quota?.remaining).toBe(1_999_999)
})

test('marks prices as simulated only on request', async () => {
  const simulatedIn = async (fake: ReturnType<typeof createFakeP2P>) => {
    const stream = fake.client.stream()
    await stream.next()
    await stream.return?.()
    return [
      (await fake.client.rates().withResponse()).simulated,
      (await fake.client.history({ format: 'csv' }).withResponse()).simulated,
      (await fake.client.me().withResponse()).simulated,
      stream.connection?.simulated,
    ]
  }
  expect(await simulatedIn(createFakeP2P({ simulated: true }))).toEqual([true, true, false, true])
  expect(await simulatedIn(createFakeP2P())).toEqual([false, false, false, false])
})

test('gives the prepared answers', async () => {
  const { client, answer } = createFakeP2P()
  const { client: other } = createFakeP2P()
  const rates = await other.rates()
  answer('rates', { ...rates, best_buy: { price: 1, exchange: 'okx' } })
  expect((await client.rates()).best_buy.price).toBe(1)
  answer('rates', ({ query }) => ({ ...rates, fiat: String(query.fiat) }))
  expect((await client.rates({ fiat: 'GEL' })).fiat).toBe('GEL')
})

test('refuses wrong questions like the real one', async () => {
  const { client } = createFakeP2P()
  await expect(client.rates({ fiat: 'XXX' })).rejects.toMatchObject({ code: 'unsupported_fiat' })
  await expect(
    client.webhooks.create({ url: 'https://example.com', event: 'never' as 'best_buy', threshold: 1 }),
  ).rejects.toMatchObject({ code: 'unsupported_event' })
  await expect(client.request('GET', '/nowhere')).rejects.toMatchObject({ code: 'not_found' })
})

test('fails on demand, the given number of times', async () => {
  const { client, fail } = createFakeP2P()
  fail('rates', 'data_unavailable', { times: 2 })
  fail('rates', 'quota_exceeded', { retryAfter: 86_400 })
  fail('rates', 'connection')
  fail('rates', 'malformed')
  fail('rates', 'silence')
  for (const expected of [
    DataUnavailableError,
    DataUnavailableError,
    RateLimitError,
    APIConnectionError,
    MalformedAnswerError,
  ]) {
    await expect(client.rates()).rejects.toBeInstanceOf(expected)
  }
  await expect(client.rates({}, { timeout: 1 })).rejects.toBeInstanceOf(APIConnectionTimeoutError)
  await expect(client.rates()).resolves.toMatchObject({ fiat: 'UAH' })
})

test('streams pushed events, for their currency', async () => {
  const { client, push } = createFakeP2P()
  const rates = await client.rates()
  const seen: number[] = []
  for await (const { best_buy } of client.stream({ fiat: 'UAH' })) {
    seen.push(best_buy.price)
    if (seen.length === 3) break
    push({ ...rates, fiat: 'PLN', best_buy: { price: 0, exchange: 'okx' } })
    push({ ...rates, best_buy: { price: seen.length, exchange: 'okx' } })
  }
  expect(seen).toEqual([41.3, 1, 2])
})

test('refuses a stream on request', async () => {
  const { client, fail } = createFakeP2P()
  fail('stream', 'invalid_key')
  await expect(client.stream().next()).rejects.toBeInstanceOf(AuthenticationError)
})

test('serves clients with retries of their own', async () => {
  const { fetch, fail, requests } = createFakeP2P()
  fail('rates', 'overloaded', { retryAfter: 0 })
  const client = new P2P({ fetch, apiKey: 'p2p_mine', baseUrl: 'http://fake.invalid' })
  await expect(client.rates()).resolves.toMatchObject({ asset: 'USDT' })
  expect(requests.map(({ headers }) => headers.get('X-API-Key'))).toEqual(['p2p_mine', 'p2p_mine'])
})
