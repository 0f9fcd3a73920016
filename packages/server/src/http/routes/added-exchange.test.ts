import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import type {
  History,
  MarketInfo,
  Orderbook,
  Rates,
  ReferenceIndex,
  Sources,
  Stats,
  Webhook,
} from '@p2p-rates/contract'
import { exchangeIds, exchanges, judgeMarket, rates } from '@p2p-rates/core'
import { createExchangeClient, loadExchanges } from '@p2p-rates/core/node'
import { startSimulator } from '@p2p-rates/simulator'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '../../testing/start-server.js'

const folder = fileURLToPath(new URL('../../../../../examples/exchange-plugin/', import.meta.url))
const beside = ['binance', 'okx']
const seed = 7

let running: TestServer
const open: (() => unknown)[] = []
afterAll(async () => {
  await running.stop()
  for (const close of open) await close()
})

async function priceNow(): Promise<number> {
  const simulator = await startSimulator({ seed, exchanges: beside })
  const { baseUrls } = simulator
  const client = createExchangeClient({
    exchanges: exchanges.filter(({ id }) => beside.includes(id)),
    baseUrls,
    pace: { minIntervalMs: 0 },
  })
  const { boards } = await client.fetchMarket('UAH')
  await client.close()
  await simulator.close()
  return rates(judgeMarket('UAH', boards)).bestBuy?.price ?? Number.NaN
}

async function serveFixtures(about: number): Promise<string> {
  const pageOf = (name: string) => {
    const page = JSON.parse(readFileSync(`${folder}fixtures/${name}.json`, 'utf8')) as { offers: { rate: string }[] }
    return JSON.stringify({
      ...page,
      offers: page.offers.map((offer) => ({ ...offer, rate: ((Number(offer.rate) / 41.32) * about).toFixed(4) })),
    })
  }
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://bazaar')
    response.setHeader('x-simulated', 'true')
    response.end(pageOf(searchParams.get('advertiser') === 'sells' ? 'uah-buy' : 'uah-sell'))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  open.push(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

beforeAll(async () => {
  const known = await loadExchanges(['bazaar.mjs'], folder)
  const bazaar = await serveFixtures(await priceNow())
  const others = beside.map((exchange) => `${exchange}=`)
  const simulated = await startSimulator({ seed, exchanges: beside })
  open.push(() => simulated.close())
  running = await startServer({
    known,
    seed,
    fiats: ['UAH'],
    exchanges: beside,
    historyDays: 0,
    pages: true,
    settings: {
      P2P_EXCHANGES: [...beside, 'bazaar'].join(','),
      P2P_EXCHANGE_URLS: [
        ...others.map((pair, at) => `${pair}${simulated.baseUrls[beside[at] ?? '']}`),
        `bazaar=${bazaar}`,
      ].join(','),
    },
  })
})

const ask = async <T>(path: string, options: RequestInit = {}): Promise<T> => {
  const headers = { 'X-API-Key': running.keys.Business, 'Content-Type': 'application/json' }
  return (await fetch(running.baseUrl + path, { headers, ...options })).json() as Promise<T>
}

test('a plugged-in exchange is listed, asked, judged, priced and returned like the built-in ones', async () => {
  expect((await ask<MarketInfo>('/markets')).exchanges).toEqual([...exchangeIds, 'bazaar'])
  const { sources } = await ask<Sources>('/sources?exchange=bazaar')
  expect(sources).toMatchObject([{ exchange: 'bazaar', fiat: 'UAH', state: 'live', ads: 23 }])
  const told = await ask<Rates>('/rates')
  expect(told.exchanges.map(({ exchange }) => exchange)).toEqual(['binance', 'okx', 'bazaar'])
  expect(told.exchanges.at(-1)).toMatchObject({ buy: expect.any(Number), sell: expect.any(Number) })
  const book = await ask<Orderbook>('/orderbook?exchange=bazaar&rows=50')
  expect(book).toMatchObject({ exchange: 'bazaar', count: 12 })
  expect(book.ads[0]).toMatchObject({ payment_methods: expect.any(Array), trusted: true })
  expect((await ask<ReferenceIndex>('/index')).sources).toBe(3)
})

test('it is recorded: history, candles and stats take its name', async () => {
  const { points } = await ask<History>('/history?exchange=bazaar&hours=1')
  expect(points).toMatchObject([{ buy: expect.any(Number), sell: expect.any(Number) }])
  expect(await ask<object>('/candles?exchange=bazaar&hours=1')).toMatchObject({ exchange: 'bazaar' })
  expect(await ask<Stats>('/stats?exchange=bazaar')).toMatchObject({ detail: { code: 'data_unavailable' } })
})

test('a webhook may wait for its prices alone', async () => {
  const hook = { url: 'https://example.com/hook', event: 'best_buy', threshold: 1, exchange: 'bazaar' }
  const made = await ask<Webhook>('/webhooks', { method: 'POST', body: JSON.stringify(hook) })
  expect(made).toMatchObject({ exchange: 'bazaar' })
})

test('the description and the refusals name it', async () => {
  type Description = { components: { schemas: { Exchange: { enum: string[] } } } }
  const { components } = await ask<Description>('/openapi.json')
  expect(components.schemas.Exchange.enum).toEqual([...exchangeIds, 'bazaar'])
  expect(await ask<object>('/orderbook?exchange=bazar')).toMatchObject({
    detail: {
      code: 'unsupported_exchange',
      message: expect.stringMatching(/, bazaar\. Did you mean `bazaar`\?$/),
    },
  })
  expect(await ask<object>('/history?exchange=nowhere')).toMatchObject({
    detail: { message: expect.stringContaining('bazaar') },
  })
})

test('only an answer to a key names it', async () => {
  const namesIn = async (path: string, key: string) =>
    (await fetch(running.baseUrl + path, { headers: { 'X-API-Key': key } })).headers.get('x-exchange-names')
  for (const path of ['/rates', '/sources', '/markets', '/rates?fiat=XXX'])
    expect([path, await namesIn(path, running.keys.Pro)]).toEqual([path, 'bazaar=Bazaar'])
  expect(await namesIn('/rates', 'p2p_live_nobody')).toBe(null)
})

test('pages get its name, and have its order book at an address', async () => {
  const page = await (await fetch(`${running.url}/ads/UAH/Bazaar/buy`)).text()
  expect(page).toContain('"exchanges":{"bazaar":"Bazaar"}')
  expect(page).toContain('"/orderbook?exchange=bazaar\\u0026fiat=UAH')
})

test('HTX, which is not read by default, is read if the operator names it', async () => {
  const named = await startServer({ seed, fiats: ['UAH'], exchanges: ['okx', 'htx'], historyDays: 0, pages: true })
  const headers = { 'X-API-Key': named.keys.Business }
  const [markets, sources, page] = await Promise.all([
    fetch(`${named.baseUrl}/markets`, { headers }),
    fetch(`${named.baseUrl}/sources?exchange=htx`, { headers }),
    fetch(`${named.url}/ads/UAH/HTX/buy`),
  ])
  expect(((await markets.json()) as MarketInfo).exchanges).toEqual([...new Set([...exchangeIds, 'htx'])])
  expect(await sources.json()).toMatchObject({ sources: [{ exchange: 'htx', state: 'live' }] })
  if (!exchangeIds.includes('htx')) expect(markets.headers.get('x-exchange-names')).toBe('htx=HTX')
  const html = await page.text()
  expect(html).toContain('"/orderbook?exchange=htx\\u0026fiat=UAH')
  if (!exchangeIds.includes('htx')) expect(html).toContain('"exchanges":{"htx":"HTX"}')
  await named.stop()
})
