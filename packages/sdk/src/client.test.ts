import { endpoints, fullPath } from '@p2p-rates/contract'
import { checkEach } from '@p2p-rates/core/testing'
import { afterEach, describe, expect, test, vi } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import { answer, localServer } from '../test/local-server.js'
import { P2P, UsageError, version } from './index.js'

afterEach(() => vi.unstubAllEnvs())

const apiKey = 'p2p_test'

describe('the address', () => {
  test('is understood with or without its parts', () =>
    checkEach(
      [
        ['http://127.0.0.1:8080', 'http://127.0.0.1:8080/api/v1/me'],
        ['https://rates.example.com/', 'https://rates.example.com/api/v1/me'],
        ['https://rates.example.com/api/v1', 'https://rates.example.com/api/v1/me'],
        [' https://example.com/behind/proxy/api/v1/ ', 'https://example.com/behind/proxy/api/v1/me'],
        ['https://example.com/behind/proxy', 'https://example.com/behind/proxy/api/v1/me'],
      ] as const,
      async ([baseUrl, url]) => {
        const asked: string[] = []
        const fetch = async (address: string) => {
          asked.push(address)
          return Response.json({})
        }
        await new P2P({ apiKey, baseUrl, fetch }).me()
        expect(asked).toEqual([url])
      },
    ))

  test('is refused when it is none', () =>
    checkEach(['rates.example.com', 'ftp://example.com', 'https://me:secret@example.com', '', 'https://'], (baseUrl) =>
      expect(() => new P2P({ apiKey, baseUrl })).toThrow(UsageError),
    ))
})

describe('the environment', () => {
  test('gives key and address', async () => {
    const server = await localServer(answer({}))
    vi.stubEnv('P2P_API_KEY', 'p2p_from_env')
    vi.stubEnv('P2P_BASE_URL', server.url)
    await new P2P().me()
    expect(server.requests[0]?.headers['x-api-key']).toBe('p2p_from_env')
  })

  test('gives way to options', async () => {
    const server = await localServer(answer({}))
    vi.stubEnv('P2P_API_KEY', 'p2p_from_env')
    await new P2P({ apiKey: 'p2p_option', baseUrl: server.url }).me()
    await new P2P({ apiKey: null, baseUrl: server.url }).me()
    expect(server.requests.map(({ headers }) => headers['x-api-key'])).toEqual(['p2p_option', undefined])
  })

  test('without it, and without options, the error names the missing setting', () => {
    vi.stubEnv('P2P_API_KEY', undefined)
    vi.stubEnv('P2P_BASE_URL', undefined)
    expect(() => new P2P({ baseUrl: 'http://localhost' })).toThrow('set P2P_API_KEY or pass `apiKey`')
    expect(() => new P2P({ apiKey })).toThrow('set P2P_BASE_URL or pass `baseUrl`')
    expect(() => new P2P({ apiKey: 'two words', baseUrl: 'http://localhost' })).toThrow(UsageError)
    expect(() => new P2P({ apiKey, baseUrl: 'http://localhost', maxRetries: -1 })).toThrow(UsageError)
  })
})

test('there is a method for every endpoint of the contract', async () => {
  const asked: string[] = []
  const fetch = async (url: string, { method }: RequestInit) => {
    asked.push(`${method} ${new URL(url).pathname}`)
    return Response.json({})
  }
  const p2p = new P2P({ apiKey, baseUrl: 'http://service.invalid', fetch, maxRetries: 0 })
  const { webhooks } = p2p
  const id = '{id}'
  await p2p.markets()
  await p2p.rates()
  await p2p.orderbook({ exchange: 'okx' })
  await p2p.stats()
  await p2p.history()
  await p2p.arbitrage()
  await p2p.me()
  await p2p.openapi()
  await p2p.quote({ amount: 1000 })
  await p2p.sources()
  await p2p.paymentMethods()
  await p2p.candles()
  await p2p.usage()
  await p2p.depth()
  await p2p.methods()
  await p2p.index()
  await p2p.fixings()
  await p2p.fixingInputs('{fiat}', '{day}')
  await p2p.premium()
  await p2p.fair({ price: 41.9 })
  await p2p.convert({ from: 'UAH', to: 'EUR', amount: 1_000 })
  await p2p.overview()
  await p2p.quality()
  await p2p.trackRecord()
  await p2p.seasonality()
  await p2p.transfers()
  await p2p.price({ at: 0 })
  await p2p.formula()
  await p2p.formulaPreview()
  await p2p
    .stream()
    .next()
    .catch(() => {})
  await p2p.inboxes.list()
  await p2p.inboxes.create({ kind: 'telegram' })
  await p2p.inboxes.delete(id)
  await p2p.rules.list()
  await p2p.rules.create({ name: 'desk' })
  await p2p.rules.get(id)
  await p2p.rules.update(id, {})
  await p2p.rules.delete(id)
  await p2p.rules.price(id)
  await p2p.boards.list()
  await p2p.boards.create({ title: 'rates', rules: ['ru_1'] })
  await p2p.boards.get(id)
  await p2p.boards.update(id, {})
  await p2p.boards.delete(id)
  await webhooks.create({ url: 'https://example.com', event: 'best_buy', threshold: 40 })
  await webhooks.list()
  await webhooks.get(id)
  await webhooks.update(id, {})
  await webhooks.delete(id)
  await webhooks.test(id)
  await webhooks.rotateSecret(id)
  await webhooks.activateSecret(id)
  await webhooks.deliveries(id)
  await webhooks.resend(id, '{delivery_id}')
  const known = endpoints.filter(({ access }) => access.kind === 'key').map((one) => `${one.method} ${fullPath(one)}`)
  expect(asked.map(decodeURIComponent).sort()).toEqual(known.sort())
})

test('a date is an instant', async () => {
  let asked = ''
  const fetch = async (url: string) => {
    asked = url
    return Response.json({})
  }
  await new P2P({ apiKey, baseUrl: 'http://service.invalid', fetch }).price({
    at: new Date(Date.UTC(2026, 2, 14, 14, 5)),
  })
  expect(new URL(asked).searchParams.get('at')).toBe('2026-03-14T14:05:00.000Z')
})

test('the person of the client is part of each question about prices, and of no other', async () => {
  const asked: URL[] = []
  const fetch = async (url: string) => {
    asked.push(new URL(url))
    return Response.json({})
  }
  const me = { orders: 12, completion_pct: 98.5, exchanges: ['binance', 'bybit'], methods: ['monobank'] }
  const p2p = new P2P({ apiKey, baseUrl: 'http://service.invalid', fetch, me })
  await p2p.rates({ fiat: 'UAH' })
  await p2p.orderbook({ exchange: 'okx', my_orders: 0 })
  await p2p.formula({ exchanges: ['okx'], my_methods: ['wise'] })
  await p2p.stats()
  expect(asked.map(({ searchParams }) => Object.fromEntries(searchParams))).toEqual([
    {
      fiat: 'UAH',
      my_orders: '12',
      my_completion_pct: '98.5',
      my_exchanges: 'binance,bybit',
      my_methods: 'monobank',
    },
    // The question names its exchange and the orders itself.
    { exchange: 'okx', my_orders: '0', my_completion_pct: '98.5', my_methods: 'monobank' },
    { exchanges: 'okx', my_orders: '12', my_completion_pct: '98.5', my_methods: 'wise' },
    {},
  ])
})

test('an unknown name of the person is refused with the nearest one', () =>
  checkEach(
    [
      ['order', '`me` has no `order`. Did you mean `orders`?'],
      ['my_exchanges', 'Did you mean `exchanges`?'],
      ['accountDays', 'Did you mean `account_days`?'],
      ['completion', 'Did you mean `completion_pct`?'],
      ['colour', 'It takes orders, completion_pct, account_days, verified, exchanges, methods.'],
    ] as const,
    ([name, message]) => {
      const options = { apiKey, baseUrl: 'http://service.invalid', me: { [name]: 5 } }
      expect(() => new P2P(options)).toThrow(UsageError)
      expect(() => new P2P(options)).toThrow(message)
    },
  ))

test('empty lists of the person are as if not given', async () => {
  let asked = ''
  const fetch = async (url: string) => {
    asked = url
    return Response.json({})
  }
  const me = { orders: 5, exchanges: [], methods: [] }
  await new P2P({ apiKey, baseUrl: 'http://service.invalid', fetch, me }).rates()
  expect(new URL(asked).search).toBe('?my_orders=5')
})

test('the version is that of the package', () => expect(version).toBe(manifest.version))
