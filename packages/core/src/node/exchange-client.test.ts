import type { ServerResponse } from 'node:http'
import { describe, expect, onTestFinished, test } from 'vitest'
import { exchanges } from '../exchanges/all.js'
import { checkEach } from '../testing/check-each.js'
import { plainDictionary, plainExchange } from '../testing/plain-exchange.js'
import { createExchangeClient, type ExchangeClientOptions } from './exchange-client.js'
import { manualPorts } from './testing/manual-ports.js'
import { serveBytes, serveHttp, serveProxy } from './testing/servers.js'

const start = (options: ExchangeClientOptions) => {
  const client = createExchangeClient(options)
  onTestFinished(() => client.close())
  return client
}

async function servePages(...bodies: readonly (string | ((response: ServerResponse) => void))[]) {
  const asked: string[] = []
  const baseUrl = await serveHttp((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://server')
    asked.push(`${pathname} ${searchParams.get('side') ?? ''}${searchParams.get('page') ?? ''}`)
    const body = bodies[Number(searchParams.get('page') ?? 1) - 1] ?? rows()
    if (typeof body === 'string') response.end(body)
    else body(response)
  })
  return { baseUrl, asked }
}

const rows = (...rows: readonly object[]) => JSON.stringify({ rows })
const row = (price: number) => ({ id: `ad ${price}`, price })
const buyUah = { exchange: 'a', fiat: 'UAH', side: 'BUY' } as const

describe('a book', () => {
  test('is read page after page until one is not full', async () => {
    const { baseUrl, asked } = await servePages(rows(row(41), row(42)), rows(row(43)))
    const client = start({ exchanges: [plainExchange('a')], baseUrls: { a: baseUrl }, ports: manualPorts() })
    expect(await client.fetchBook(buyUah)).toMatchObject({
      state: 'read',
      board: {
        exchange: 'a',
        fiat: 'UAH',
        side: 'BUY',
        ads: [{ price: 41 }, { price: 42 }, { price: 43 }],
        observedAtMs: manualPorts().now(),
      },
      rejected: [],
      rowCount: 3,
      pages: 2,
      incomplete: null,
    })
    expect(asked).toEqual(['/ads BUY1', '/ads BUY2'])
  })

  test('ends at the last page of the plan, and at fifty ads', async () => {
    const hundred = rows(...Array.from({ length: 30 }, (_, n) => row(41 + n / 100)))
    const more = rows(...Array.from({ length: 30 }, (_, n) => row(42 + n / 100)))
    const { baseUrl, asked } = await servePages(hundred, more, rows(row(99)))
    const client = start({ exchanges: [plainExchange('a')], baseUrls: { a: baseUrl } })
    const reading = await client.fetchBook(buyUah)
    expect(reading.state === 'read' && reading.board.ads.length).toBe(50)
    expect(asked).toHaveLength(2)
  })

  test('keeps its first pages when a later one fails, and says so', async () => {
    const { baseUrl } = await servePages(rows(row(41), row(42)), (response) => response.writeHead(503).end())
    const client = start({ exchanges: [plainExchange('a')], baseUrls: { a: baseUrl } })
    expect(await client.fetchBook(buyUah)).toMatchObject({
      state: 'read',
      board: { ads: [{ price: 41 }, { price: 42 }], isIncomplete: true },
      pages: 1,
      incomplete: { kind: 'unavailable', httpStatus: 503 },
    })
  })

  test('is not asked for further pages once one repeats known ads', async () => {
    const same = rows(row(41), row(42))
    const { baseUrl, asked } = await servePages(same, same, same)
    const client = start({ exchanges: [plainExchange('a')], baseUrls: { a: baseUrl } })
    expect(await client.fetchBook(buyUah)).toMatchObject({ board: { ads: [{ price: 41 }, { price: 42 }] }, pages: 2 })
    expect(asked).toHaveLength(2)
  })

  test('counts its rejected rows through all pages', async () => {
    const good = [row(41), row(42), row(43), row(44), row(45)]
    const { baseUrl } = await servePages(rows(...good), rows(...good.map(({ price }) => row(price + 10)), { price: 0 }))
    const client = start({ exchanges: [plainExchange('a')], baseUrls: { a: baseUrl } })
    expect(await client.fetchBook(buyUah)).toMatchObject({ rejected: [{ row: 10, reason: 'price' }], rowCount: 11 })
  })

  test('of a currency the exchange does not trade is no market, and nothing is asked', async () => {
    const { baseUrl, asked } = await servePages()
    const exchange = plainExchange('a', { request: () => null })
    const client = start({ exchanges: [exchange], baseUrls: { a: baseUrl } })
    expect(await client.fetchBook(buyUah)).toMatchObject({ fault: { kind: 'no_market' } })
    expect(asked).toEqual([])
  })

  test('shows payment names from the exchange’s own list, fetched once for both sides', async () => {
    const { baseUrl, asked } = await servePages(
      JSON.stringify({ ...JSON.parse(rows(row(41))), names: { 1: 'Monobank' } }),
    )
    const exchange = plainExchange('a', { dictionary: plainDictionary(true) })
    const client = start({ exchanges: [exchange], baseUrls: { a: baseUrl } })
    const { boards } = await client.fetchMarket('UAH')
    expect(boards.map(({ ads }) => ads[0]?.paymentMethods)).toEqual([['Monobank'], ['Monobank']])
    expect(asked.filter((path) => path.startsWith('/names'))).toHaveLength(1)
  })

  test('is read without names when that list fails; only a currency without a number blames the list', async () => {
    const { baseUrl } = await servePages(rows(row(41)))
    const broken = { ...plainDictionary(true), request: () => ({ method: 'GET', path: '/ads?page=9' }) as const }
    const named = plainExchange('a', { dictionary: broken })
    const numbered = plainExchange('b', {
      dictionary: broken,
      request: ({ names, fiat }) => (names.currencies.has(fiat) ? { method: 'GET', path: '/ads' } : null),
    })
    const client = start({ exchanges: [named, numbered], baseUrls: { a: baseUrl, b: baseUrl } })
    const { outcomes } = await client.fetchMarket('UAH')
    expect(outcomes.map(({ reading }) => (reading.state === 'read' ? reading.board.ads : reading.fault))).toMatchObject(
      [
        [{ paymentMethods: ['method 1'] }],
        [{ paymentMethods: ['method 1'] }],
        { kind: 'schema_drift' },
        { kind: 'schema_drift' },
      ],
    )
  })

  test('of an exchange this client was not given is the caller’s mistake', async () => {
    await expect(start({ exchanges: [] }).fetchBook(buyUah)).rejects.toThrow('exchange named a')
  })
})

describe('429', () => {
  const busy = (headers: Record<string, string>) => (response: ServerResponse) => response.writeHead(429, headers).end()

  test.each([
    ['its Retry-After', { 'retry-after': '20' }, 20],
    ['a minute when it names no time', {}, 60],
  ])('keeps us away for %s, then the exchange is asked again', async (_, headers, seconds) => {
    const { baseUrl, asked } = await servePages(busy(headers))
    const ports = manualPorts()
    const client = start({ exchanges: [plainExchange('a')], baseUrls: { a: baseUrl }, ports })

    expect(await client.fetchBook(buyUah)).toMatchObject({ fault: { kind: 'rate_limited', httpStatus: 429 } })
    ports.pass((seconds - 1) * 1000)
    expect(await client.fetchBook(buyUah)).toMatchObject({ fault: { kind: 'rate_limited', retryAfterSeconds: 1 } })
    expect(asked).toHaveLength(1)
    ports.pass(1_000)
    expect(await client.fetchBook(buyUah)).toMatchObject({ fault: { httpStatus: 429 } })
    expect(asked).toHaveLength(2)
  })

  test('of one exchange does not keep us from another', async () => {
    const limited = await servePages(busy({ 'retry-after': '600' }))
    const healthy = await servePages(rows(row(41)))
    const both = {
      exchanges: [plainExchange('a'), plainExchange('b')],
      baseUrls: { a: limited.baseUrl, b: healthy.baseUrl },
    }
    const client = start(both)
    for (let round = 0; round < 2; round++) {
      const { boards } = await client.fetchMarket('UAH')
      expect(boards.map(({ exchange, side }) => `${exchange} ${side}`)).toEqual(['b BUY', 'b SELL'])
    }
  })
})

describe('a market', () => {
  test('has the outcome of every exchange, independent of failures elsewhere', async () => {
    const healthy = await servePages(rows(row(41)))
    const silent = await serveBytes(() => {})
    const reset = await serveBytes((socket) => socket.resetAndDestroy())
    const html = await servePages('<!doctype html><title>Just a moment</title>')
    const ids = ['healthy', 'silent', 'reset', 'gone', 'html', 'buggy']
    const buggy = plainExchange('buggy', {
      request: () => {
        throw new Error('a bug in the adapter')
      },
    })
    const client = start({
      exchanges: ids.map((id) => (id === 'buggy' ? buggy : plainExchange(id))),
      baseUrls: { healthy: healthy.baseUrl, silent, reset, gone: 'http://gone.invalid', html: html.baseUrl },
      limits: { totalMs: 1_000 },
    })
    const { boards, outcomes } = await client.fetchMarket('UAH')
    expect(boards.map(({ exchange, side }) => `${exchange} ${side}`)).toEqual(['healthy BUY', 'healthy SELL'])
    expect(outcomes.map(({ exchange, side }) => `${exchange} ${side}`)).toEqual(
      ids.flatMap((id) => [`${id} BUY`, `${id} SELL`]),
    )
    const faultKinds = outcomes.map(({ reading }) => (reading.state === 'read' ? 'read' : reading.fault.kind))
    expect(faultKinds.filter((_, index) => index % 2 === 0)).toEqual([
      'read',
      'timeout',
      'network',
      'dns',
      'blocked',
      'schema_drift',
    ])
  })

  test('is given up at once when the caller does, without asking the rest', async () => {
    const caller = new AbortController()
    const { baseUrl, asked } = await servePages(() => caller.abort())
    const client = start({ exchanges: [plainExchange('a')], baseUrls: { a: baseUrl }, pace: { maxConcurrent: 1 } })
    const { outcomes } = await client.fetchMarket('UAH', { signal: caller.signal })
    for (const { reading } of outcomes) expect(reading).toMatchObject({ fault: { kind: 'timeout' } })
    expect(asked).toHaveLength(1)
  })

  test('listens to one signal for all its books without a warning of a leak', async () => {
    const warnings: string[] = []
    const hear = ({ name }: Error) => void warnings.push(name)
    process.on('warning', hear)
    const { baseUrl } = await servePages(rows(row(41)))
    const names = Array.from({ length: 12 }, (_, index) => `exchange${index}`)
    const client = start({
      exchanges: names.map((name) => plainExchange(name)),
      baseUrls: Object.fromEntries(names.map((name) => [name, baseUrl])),
    })
    await client.fetchMarket('UAH', { signal: new AbortController().signal })
    process.off('warning', hear)
    expect(warnings).toEqual([])
  })
})

describe('a client', () => {
  test('asks every exchange of the list by default, each at its own address', () => {
    expect(new Set(exchanges.map(({ origin }) => origin)).size).toBe(exchanges.length)
    for (const { origin } of exchanges) expect(origin).toMatch(/^https:\/\//)
  })

  test('goes through a proxy only for the exchange that has one', async () => {
    const proxy = await serveProxy()
    const { baseUrl } = await servePages(rows(row(41)))
    const client = start({
      exchanges: [plainExchange('a'), plainExchange('b')],
      baseUrls: { a: baseUrl, b: baseUrl },
      proxies: { b: proxy.url },
    })
    await client.fetchBook(buyUah)
    expect(proxy.tunnels).toHaveLength(0)
    await client.fetchBook({ ...buyUah, exchange: 'b' })
    expect(proxy.tunnels).toHaveLength(1)
  })

  test('refuses addresses that cannot be one', () =>
    checkEach(
      [
        { baseUrls: { a: 'localhost:8080' } },
        { baseUrls: { a: 'file:///etc/passwd' } },
        { baseUrls: { a: '' } },
        { proxies: { a: 'proxy' } },
      ],
      (addresses) => {
        expect(() => createExchangeClient({ exchanges: [plainExchange('a')], ...addresses })).toThrow('An address')
      },
    ))

  test('that is closed answers with faults', async () => {
    const { baseUrl } = await servePages(rows(row(41)))
    const client = createExchangeClient({ exchanges: [plainExchange('a')], baseUrls: { a: baseUrl } })
    await client.close()
    expect(await client.fetchBook(buyUah)).toMatchObject({ fault: { kind: 'network' } })
  })
})
