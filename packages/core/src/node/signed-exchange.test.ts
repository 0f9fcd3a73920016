import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Simulator, startSimulator } from '@p2p-rates/simulator'
import { describe, expect, onTestFinished, test } from 'vitest'
import { bitget, bybit, everyExchange } from '../exchanges/all.js'
import { binanceSigned } from '../exchanges/binance-signed.js'
import { keyedExchanges } from '../exchanges/create-exchanges.js'
import type { Exchange } from '../exchanges/define-exchange.js'
import { gate } from '../exchanges/gate.js'
import type { ExchangeKey, SignableRequest, SignedWire } from '../exchanges/signed-wire.js'
import { plainExchange } from '../testing/plain-exchange.js'
import { judgeMarket } from '../trust/judge-market.js'
import { systemPorts } from './clock-and-random-ports.js'
import { createExchangeClient, type ExchangeClientOptions } from './exchange-client.js'
import { signRequest } from './sign-request.js'

const nowMs = Date.UTC(2026, 0, 15, 12)
const uah = { exchange: 'bybit', fiat: 'UAH', side: 'BUY' } as const

const simulate = async (exchange: Exchange, more: { keysMayWrite?: boolean } = {}): Promise<Simulator> => {
  const simulator = await startSimulator({ seed: 7, now: () => nowMs, exchanges: [exchange.id], ...more })
  onTestFinished(() => simulator.close())
  return simulator
}

const open = (exchange: Exchange, { baseUrls }: Simulator, options: ExchangeClientOptions = {}) => {
  const ports = { now: () => nowMs, ...options.ports }
  const client = createExchangeClient({
    exchanges: [exchange],
    baseUrls,
    pace: { minIntervalMs: 0 },
    ...options,
    ports,
  })
  onTestFinished(() => client.close())
  return client
}

type Expected = { readonly codes: Readonly<Record<string, string>>; readonly otherwise: readonly string[] }

const expected = new Map<string, Expected>([
  [
    'binance',
    {
      codes: { secret: '-1022', key: '-2008', clock: '-1021' },
      otherwise: ['positivePct', 'lastSeenAtMs', 'promoted', 'maxFiat', 'takerDemands', 'remarks'],
    },
  ],
  ['wallet', { codes: { key: '401' }, otherwise: [] }],
  ['gate', { codes: { secret: 'INVALID_SIGNATURE', key: 'INVALID_KEY', clock: 'REQUEST_EXPIRED' }, otherwise: [] }],
  [
    'bybit',
    {
      codes: { secret: '10004', key: '10003', clock: '10002' },
      // Accounts take the place of masks, and with them goes the address.
      otherwise: ['advertiserId', 'url'],
    },
  ],
  [
    'bitget',
    {
      codes: { secret: '40009', key: '40006', clock: '40008', passphrase: '40012' },
      otherwise: [
        ...['advertiserId', 'url', 'merchant', 'positivePct', 'payWindowMinutes'],
        // Bitget counts a lifetime here, not a month.
        ...['completedOrders', 'ordersBasis', 'completionPct'],
      ],
    },
  ],
])

describe.each([...everyExchange, ...keyedExchanges].filter(({ signed }) => signed !== undefined))(
  '$name',
  (exchange) => {
    const { id } = exchange
    const { codes, otherwise } = expected.get(id) ?? { codes: {}, otherwise: [] }
    const book = { exchange: id, fiat: 'UAH', side: 'BUY' } as const

    test.skipIf(exchange.needsKey).each(['BUY', 'SELL'] as const)(
      'with a key the same ads to %s come through the official interface',
      async (side) => {
        const simulator = await simulate(exchange)
        const signed = await open(exchange, simulator, { keys: simulator.keys }).fetchBook({ ...book, side })
        const plain = await open(exchange, simulator).fetchBook({ ...book, side })
        if (signed.state !== 'read' || plain.state !== 'read') throw new Error(JSON.stringify([signed, plain]))
        expect(signed.rejected).toEqual([])
        expect(signed.pages).toBeGreaterThan(1)
        const alike = (ads: typeof signed.board.ads) =>
          ads.map((ad) => Object.entries(ad).filter(([field]) => !otherwise.includes(field)))
        const { ads } = signed.board
        expect(ads.length).toBeGreaterThanOrEqual(30)
        expect(alike(ads)).toEqual(alike(plain.board.ads.slice(0, ads.length)))
        expect(new Set(ads.map(({ advertiserId }) => advertiserId)).size).toBeGreaterThan(20)
      },
    )

    test.each(Object.entries(codes).filter(([what]) => what !== 'clock'))(
      'a %s that is not its own is refused: nothing is asked the open way instead',
      async (what, code) => {
        const simulator = await simulate(exchange)
        const keys = new Map([...simulator.keys].map(([of, key]) => [of, { ...key, [what]: 'another-word-of-mine' }]))
        const reading = await open(exchange, simulator, { keys }).fetchBook(book)
        expect(reading).toMatchObject({
          state: 'failed',
          fault: { kind: 'blocked', message: expect.stringContaining(code) },
        })
        expect(simulator.requests(id)).toBe(1)
        for (const text of [...keys.values()].flatMap(Object.values))
          expect(JSON.stringify(reading)).not.toContain(text)
      },
    )

    test.skipIf(codes.clock === undefined)('a wrong clock is reported by the exchange', async () => {
      const simulator = await simulate(exchange)
      const client = open(exchange, simulator, { keys: simulator.keys, ports: { now: () => nowMs - 60_000 } })
      expect(await client.fetchBook(book)).toMatchObject({
        state: 'failed',
        fault: { kind: 'blocked', message: expect.stringContaining(codes.clock ?? 'no code') },
      })
    })

    test.skipIf(exchange.signed?.rights === undefined)(
      'a key that may do more than read is asked about once and never used',
      async () => {
        const simulator = await simulate(exchange, { keysMayWrite: true })
        const client = open(exchange, simulator, { keys: simulator.keys })
        for (const side of ['BUY', 'SELL'] as const)
          expect(await client.fetchBook({ ...book, side })).toMatchObject({
            state: 'failed',
            fault: { kind: 'blocked', message: expect.stringContaining('may do more than read and is not used') },
          })
        expect(simulator.requests(id)).toBe(1)
      },
    )

    test('a key goes nowhere in the open', () => {
      const key = { key: 'key-of-mine', secret: 'secret-of-mine', passphrase: 'phrase-of-mine' }
      const keys = new Map([[id, key]])
      const start = (url: string) => () =>
        void createExchangeClient({ exchanges: [exchange], keys, baseUrls: { [id]: url } }).close()
      expect(start('http://mirror.example')).toThrow('https://')
      expect(start('https://mirror.example')).not.toThrow()
    })
  },
)

describe.each(keyedExchanges)('$name, which has no open interface,', (exchange) => {
  test('is read with a key, on both sides, next to the usual exchanges', async () => {
    const simulator = await simulate(exchange)
    const client = open(exchange, simulator, { keys: simulator.keys })
    for (const side of ['BUY', 'SELL'] as const) {
      const reading = await client.fetchBook({ exchange: exchange.id, fiat: 'UAH', side })
      expect(reading).toMatchObject({ state: 'read', rejected: [], incomplete: null })
      if (reading.state !== 'read') return
      const { ads } = reading.board
      expect(ads.length).toBeGreaterThan(9)
      const world = simulator.world.board({ exchange: exchange.id, fiat: 'UAH', side }, nowMs)
      expect(ads.map(({ price }) => price)).toEqual(
        world
          .slice(0, 50)
          .slice(0, ads.length)
          .map(({ price }) => price),
      )
      const hasRecord = exchange.id !== 'gate'
      expect(judgeMarket('UAH', [reading.board]).boards.some((board) => board.ads.some((ad) => ad.trusted))).toBe(
        hasRecord,
      )
    }
  })

  test('is asked by default if there is a key for it, and never without', async () => {
    const simulator = await simulate(exchange)
    const [{ keys, baseUrls }, ports] = [simulator, { now: () => nowMs }]
    const start = (options: ExchangeClientOptions) => () => void createExchangeClient(options).close()
    expect(start({ exchanges: [exchange] })).toThrow(`${exchange.name} is read only with a key.`)
    const [withKey, without] = [createExchangeClient({ keys, baseUrls, ports }), createExchangeClient({ baseUrls })]
    const wanted = { exchange: exchange.id, fiat: 'UAH', side: 'BUY' } as const
    expect(await withKey.fetchBook(wanted)).toMatchObject({ state: 'read' })
    await expect(without.fetchBook(wanted)).rejects.toThrow('was not given an exchange named')
    await Promise.all([withKey.close(), without.close()])
  })
})

test('the rights of a key are looked at again after a day, and after five minutes where there was an objection', async () => {
  let elapsedMs = 0
  const ports = { ...systemPorts, now: () => nowMs, elapsedMs: () => elapsedMs }
  const simulator = await simulate(bybit)
  const client = open(bybit, simulator, { keys: simulator.keys, ports })
  const requestsOf = async () => {
    const before = simulator.requests('bybit')
    await client.fetchBook({ ...uah, fiat: 'IDR' })
    return simulator.requests('bybit') - before
  }
  const [first, second] = [await requestsOf(), await requestsOf()]
  // Names and rights come along with the first book.
  expect(first - second).toBe(2)
  elapsedMs += 86_400_000
  expect(await requestsOf()).toBe(first)

  const heal = simulator.fault('bybit', { kind: 'blocked' })
  elapsedMs += 86_400_000
  expect(await client.fetchBook(uah)).toMatchObject({ state: 'failed' })
  heal()
  expect(await client.fetchBook(uah)).toMatchObject({ state: 'failed' })
  elapsedMs += 300_000
  expect(await client.fetchBook(uah)).toMatchObject({ state: 'read' })
})

test('a key goes only where its exchange takes one, and with all its words', () => {
  const keys = (id: string) => new Map([[id, { key: 'key-of-mine', secret: 'secret-of-mine' }]])
  const start = (options: ExchangeClientOptions) => () => void createExchangeClient(options).close()
  expect(start({ exchanges: [plainExchange('bybit')], keys: keys('bybit') })).toThrow('has no interface for keys')
  expect(start({ exchanges: [bitget], keys: keys('bitget') })).toThrow('A key for Bitget comes with its passphrase.')
  const keyAlone = new Map([['bybit', { key: 'key-of-mine' }]])
  expect(start({ exchanges: [bybit], keys: keyAlone })).toThrow('A key for Bybit comes with its secret.')
})

describe('a key with a region', () => {
  const words = { key: 'key-of-mine', secret: 'secret-of-mine' }

  // A proxy that refuses to connect sees the host of every request.
  const hostsAskedWith = async (key: ExchangeKey, options: ExchangeClientOptions = {}): Promise<string[]> => {
    const hosts: string[] = []
    const proxy = createServer().on('connect', ({ url = '' }, socket) => {
      hosts.push(url)
      socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
    })
    await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening))
    onTestFinished(() => void proxy.close())
    const proxies = { bybit: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` }
    const { rights: _, ...unchecked } = bybit.signed ?? {}
    const exchange = { ...bybit, signed: unchecked as SignedWire }
    const client = createExchangeClient({ exchanges: [exchange], keys: new Map([['bybit', key]]), proxies, ...options })
    onTestFinished(() => client.close())
    expect(await client.fetchBook(uah)).toMatchObject({ state: 'failed' })
    return [...new Set(hosts)].sort()
  }

  test('is sent to the host of the region, and names come from the open host', async () => {
    expect(await hostsAskedWith({ ...words, region: 'kz' })).toEqual(['api.bybit.kz:443', 'api2.bybit.com:443'])
    expect(await hostsAskedWith(words)).toEqual(['api.bybit.com:443', 'api2.bybit.com:443'])
  })

  test('another address in place of the interface leaves names at the open host', async () => {
    const baseUrls = { bybit: 'https://mirror.example' }
    expect(await hostsAskedWith(words, { baseUrls })).toEqual(['api2.bybit.com:443', 'mirror.example:443'])
  })

  test('is refused if the region is unknown', () => {
    const keys = new Map([['bybit', { ...words, region: 'atlantis' }]])
    expect(() => createExchangeClient({ exchanges: [bybit], keys })).toThrow('region of the key for Bybit is unknown')
  })
})

test('a key without a secret is sent as it is', () => {
  const headers = ({ key }: SignableRequest) => ({ 'X-API-Key': key })
  const request = { method: 'POST', path: '/ads', body: { page: 1 } } as const
  expect(signRequest(request, { plain: true, headers }, { key: 'key-of-mine' }, nowMs)).toEqual({
    ...request,
    headers: { 'X-API-Key': 'key-of-mine' },
  })
})

test("Binance's digest is that of its query, and stands there", () => {
  const { signing } = binanceSigned
  const key = { key: 'key-of-somebody', secret: 'secret-of-somebody' }
  const request = { method: 'POST', path: '/v5', body: { tokenId: 'USDT' } } as const
  expect(signRequest(request, signing, key, 1_790_000_000_000).query).toEqual({
    recvWindow: '10000',
    timestamp: '1790000000000',
    // Computed beforehand by another program.
    signature: 'f6c726d847e6510aa16199ab5a42e92a53aff6e6bdb394b1762d75f45a220d4d',
  })
})

test.each([
  [
    bybit,
    'X-BAPI-SIGN',
    [
      ['POST', { body: { tokenId: 'USDT' } }, '486fae3918b8bf9ce80ac4301f4e194ea2cd31c394c8ec75d88c7c348be8bde3'],
      ['GET', { query: { a: 1, b: 'x y' } }, '6d10f92f8f6bf82e72b823bec8d1970d73f4f0be85376716ae5ddf99bbb9438d'],
    ],
  ],
  [
    bitget,
    'ACCESS-SIGN',
    [
      ['POST', { body: { tokenId: 'USDT' } }, 'hYXK06+sPvJs9mMzqQ14XJZ/1dwkTSrChSU/IQj6iko='],
      ['GET', { query: { a: 1, b: 'x y' } }, 'P6rDks8BdRe/+o++zwFgfhEOjj7ly9Ndw3dtNocbAKE='],
      ['GET', {}, 'R7GU+P/NHCzPyOnz3WcrQQ0bcvdEQubdGPoqjoLVKSs='],
    ],
  ],
  [
    gate,
    'SIGN',
    [
      [
        'POST',
        { body: { tokenId: 'USDT' } },
        '521f416820c594a4aeab68c30a3e992eaea361faf0d2daa61d47c6ff09b3eb5b35321d50f6f546c1ce50d840cb46b27d3e45384fcf87257df3a9f657017eb1c3',
      ],
    ],
  ],
] as const)('the digest of $id is that of the texts as they are sent', ({ signed }, header, vectors) => {
  if (signed === undefined) throw new Error('It has an official interface.')
  const key = { key: 'key-of-somebody', secret: 'secret-of-somebody' }
  // Computed beforehand by another program.
  for (const [method, parts, digest] of vectors) {
    const { headers } = signRequest({ method, path: '/v5', ...parts }, signed.signing, key, 1_790_000_000_000)
    expect(headers?.[header]).toBe(digest)
  }
})
