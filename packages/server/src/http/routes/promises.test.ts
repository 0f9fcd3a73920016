import {
  type Arbitrage,
  type Candles,
  type Convert,
  type Depth,
  type ErrorBody,
  errorBody,
  type MethodPrices,
  type Orderbook,
  type Quote,
  type Rates,
  type WireAd,
} from '@p2p-rates/contract'
import { exchangeIds, type Fiat, sides } from '@p2p-rates/core'
import { checkEach } from '@p2p-rates/core/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createFakeClock } from '../../testing/fake-clock.js'
import { createKey, startServerAt, type TestServer, type TestServerOptions } from '../../testing/start-server.js'

/** Consistency between answers. The clock stands still, so that both describe the same moment. */

const calling = (running: TestServer<ReturnType<typeof createFakeClock>>) => {
  const ask = async <T>(path: string, key = running.keys.Business) => {
    const answer = await fetch(running.baseUrl + path, { headers: { 'X-API-Key': key } })
    return { status: answer.status, headers: answer.headers, body: (await answer.json()) as T }
  }
  return { running, ask, get: async <T>(path: string) => (await ask<T>(path)).body }
}

const serve = (options: TestServerOptions) => {
  let opened: ReturnType<typeof calling> | undefined
  beforeAll(async () => {
    opened = calling(await startServerAt({ ...options, clock: createFakeClock(Date.now()) }))
  })
  afterAll(() => opened?.running.stop())
  return (): ReturnType<typeof calling> => {
    if (opened === undefined) throw new Error('The server has not started.')
    return opened
  }
}

const currencies = ['UAH', 'EUR', 'CZK', 'MDL'] as const satisfies readonly Fiat[]
const wide = { requestsPerMinute: 1_000_000, monthlyQuota: 1_000_000 }

describe('one market', () => {
  const server = serve({
    fiats: currencies,
    historyDays: 9,
    settings: { P2P_PLANS: JSON.stringify({ Business: wide }) },
  })

  test('a candle is the same whatever depth it was asked with', () =>
    checkEach(['15m', '1h', '4h', '1d'], async (interval) => {
      const { get } = server()
      const of = async (hours: number) =>
        (await get<Candles>(`/candles?interval=${interval}&hours=${hours}`)).candles.map((candle) => [
          candle.t,
          candle,
        ]) as [string, unknown][]
      const deep = new Map(await of(200))
      for (const hours of [1, 2, 23, 72, 144]) {
        const shallow = await of(hours)
        expect(shallow.length).toBeGreaterThan(0)
        for (const [t, candle] of shallow) expect([hours, candle]).toEqual([hours, deep.get(t)])
      }
    }))

  test('every ad of a quote is trusted in the order book of the same filter', () =>
    checkEach(currencies, async (fiat) => {
      const { get } = server()
      let fills = 0
      for (const side of sides)
        for (const filter of ['', '&payment_method=a', '&payment_method=bank', '&payment_method=wise']) {
          const quote = await get<Quote>(`/quote?fiat=${fiat}&side=${side}&amount_usdt=400${filter}`)
          for (const { exchange, nickname, price } of quote.fills) {
            const book = `/orderbook?exchange=${exchange}&fiat=${fiat}&side=${side}&rows=50&trusted=true${filter}`
            const { ads } = await get<Orderbook>(book)
            expect(ads, `${book} lacks ${nickname}`).toContainEqual(expect.objectContaining({ nickname, price }))
            fills += 1
          }
        }
      expect(fills).toBeGreaterThan(0)
    }))

  test('each size of the depth is what a quote for it says', () =>
    checkEach(currencies, async (fiat) => {
      const { get } = server()
      for (const side of sides)
        for (const filter of ['', '&exchange=bybit', '&payment_method=bank&exclude_method=wise', '&min_orders=300']) {
          const { sizes, on_offer } = await get<Depth>(`/depth?fiat=${fiat}&side=${side}${filter}`)
          expect(sizes.length).toBeGreaterThan(0)
          for (const size of sizes) {
            const quote = await get<Quote>(`/quote?fiat=${fiat}&side=${side}&amount_usdt=${size.amount_usdt}${filter}`)
            const { unfilled } = quote
            const { smallest_trade: _, ...open } = unfilled ?? {}
            expect([filter, size.unfilled]).toEqual([filter, unfilled === null ? null : open])
            if (unfilled !== null) continue
            const { average_price, worst_price, total_fiat, fills } = quote
            expect(size).toMatchObject({ average_price, worst_price, total_fiat, trades: fills.length })
            expect(size.exchanges).toEqual([...new Set(fills.map(({ exchange }) => exchange))])
            expect(size.amount_usdt).toBeLessThanOrEqual(on_offer.at_once_usdt + 1e-6)
          }
        }
    }))

  test('the book of all exchanges has the ads that each one has when it is asked alone, best price first', () =>
    checkEach(currencies, async (fiat) => {
      const { get } = server()
      for (const side of sides)
        for (const filter of ['', '&include=trust', '&payment_method=bank&exclude_method=wise', '&trusted=true']) {
          const question = `/orderbook?fiat=${fiat}&side=${side}&rows=50${filter}`
          const separately: WireAd[] = []
          for (const exchange of exchangeIds)
            for (const ad of (await get<Orderbook>(`${question}&exchange=${exchange}`)).ads)
              separately.push({ exchange, ...ad })
          const wanted = separately.map(({ price }) => price).sort((a, b) => (side === 'BUY' ? a - b : b - a))
          const {
            ads,
            count,
            missing_exchanges: missing,
          } = await get<Orderbook>(`${question.replace('rows=50', 'rows=300')}&exchange=all`)
          expect({ count, missing }).toEqual({ count: separately.length, missing: [] })
          expect(ads.map(({ price }) => price)).toEqual(wanted)
          expect(new Set(ads.map((ad) => JSON.stringify(ad)))).toEqual(
            new Set(separately.map((ad) => JSON.stringify(ad))),
          )
          for (const rows of [1, 7])
            expect((await get<Orderbook>(`${question.replace('rows=50', `rows=${rows}`)}&exchange=all`)).ads).toEqual(
              ads.slice(0, rows),
            )
        }
    }))

  test('the book of all exchanges is one request, and as CSV the same lines in the same order', async () => {
    const { ask, running } = server()
    const quota = async (path: string) => Number((await ask(path)).headers.get('x-quota-remaining'))
    const before = await quota('/orderbook?exchange=okx')
    expect(await quota('/orderbook?exchange=all&side=SELL')).toBe(before - 1)
    const { body } = await ask<Orderbook>('/orderbook?exchange=all&rows=40')
    const csv = await fetch(`${running.baseUrl}/orderbook?exchange=all&rows=40&format=csv`, {
      headers: { 'X-API-Key': running.keys.Business },
    })
    const [, ...lines] = (await csv.text()).trimEnd().split('\r\n')
    expect(lines.map((line) => [line.split(',')[0], line.split(',').at(-2)])).toEqual(
      body.ads.map(({ price, exchange }) => [String(price), exchange]),
    )
  })

  test('each price by method stands in the order book of that method, trusted', () =>
    checkEach(currencies, async (fiat) => {
      const { get } = server()
      for (const side of sides) {
        const { methods } = await get<MethodPrices>(`/methods?fiat=${fiat}&side=${side}`)
        expect(methods.length).toBeGreaterThan(0)
        for (const { id, price, exchange, ads } of methods) {
          const book = `/orderbook?exchange=${exchange}&fiat=${fiat}&side=${side}&rows=50&include=trust&payment_method=${id}`
          const eligible = (await get<Orderbook>(book)).ads.filter((ad) => ad.eligible)
          expect([book, eligible.map((ad) => ad.price).includes(price)]).toEqual([book, true])
          expect(ads).toBeGreaterThan(0)
        }
      }
    }))

  test('depth, methods and convert are as old as the ads they are made of', () =>
    checkEach(currencies, async (fiat) => {
      const { get } = server()
      const seenIn = async (of: string, side: string): Promise<string | null> => {
        const seen: string[] = []
        for (const exchange of exchangeIds) {
          const book = await get<Orderbook>(
            `/orderbook?exchange=${exchange}&fiat=${of}&side=${side}&rows=50&include=trust`,
          )
          // The newest answer of an exchange sets the age of its whole board.
          if (book.ads.some(({ eligible }) => eligible)) seen.push(...book.ads.flatMap((ad) => ad.observed_at ?? []))
        }
        return seen.toSorted().at(-1) ?? null
      }
      for (const side of sides) {
        const newest = await seenIn(fiat, side)
        expect((await get<Depth>(`/depth?fiat=${fiat}&side=${side}`)).updated_at).toBe(newest)
        expect((await get<MethodPrices>(`/methods?fiat=${fiat}&side=${side}`)).updated_at).toBe(newest)
      }
      const other = fiat === 'UAH' ? 'EUR' : 'UAH'
      const legs = [await seenIn(fiat, 'BUY'), await seenIn(other, 'SELL')].toSorted()
      expect((await get<Convert>(`/convert?from=${fiat}&to=${other}&amount=1000`)).updated_at).toBe(legs[0] ?? null)
    }))

  test('an exchange that does not trade a currency has an empty book, however it says so, and no quote', async () => {
    const { get, ask } = server()
    const { sources } = await get<{ sources: { exchange: string; fiat: string; state: string }[] }>('/sources')
    const untraded = sources.filter(({ state }) => state === 'unsupported')
    expect(new Set(untraded.map(({ exchange }) => exchange)).size).toBeGreaterThan(1)
    for (const { exchange, fiat } of untraded)
      for (const side of sides) {
        const book = await ask<Orderbook>(`/orderbook?exchange=${exchange}&fiat=${fiat}&side=${side}`)
        expect([exchange, fiat, book.status, book.body.count]).toEqual([exchange, fiat, 200, 0])
        const quote = await ask<Quote>(`/quote?exchange=${exchange}&fiat=${fiat}&side=${side}&amount_usdt=10`)
        expect([exchange, fiat, quote.status, quote.body.unfilled?.reason]).toEqual([exchange, fiat, 200, 'no_ads'])
      }
  })

  test('a payment method without ads gives an empty answer, with a hint where the dictionary does not know it', async () => {
    const { ask } = server()
    const upi = await ask<Orderbook>('/orderbook?exchange=okx&fiat=UAH&payment_method=upi')
    expect([upi.status, upi.body.count, upi.headers.get('X-Hint')]).toEqual([200, 0, null])
    for (const path of ['/orderbook?exchange=okx', '/quote?amount=1000']) {
      const { status, headers, body } = await ask<Orderbook | Quote>(`${path}&payment_method=monobnk`)
      expect([status, headers.get('X-Hint')]).toEqual([200, expect.stringContaining('Did you mean `monobank`?')])
      expect('ads' in body ? body.ads : body.fills).toEqual([])
    }
  })

  test('a refused stream takes nothing of minute and month', async () => {
    const { running, ask } = server()
    const key = await createKey(running.server, 'Pro')
    const leaving = new AbortController()
    const open = () => fetch(`${running.baseUrl}/stream`, { headers: { 'X-API-Key': key }, signal: leaving.signal })
    const left = ({ headers }: { headers: Headers }) => [
      headers.get('x-ratelimit-remaining-minute'),
      headers.get('x-quota-remaining'),
    ]
    await open()
    const before = left(await open())
    for (let time = 0; time < 5; time++) {
      const refused = await open()
      expect([refused.status, ...left(refused)]).toEqual([429, ...before])
    }
    expect(left(await ask('/me', key))).toEqual(before.map((text) => String(Number(text) - 1)))
    leaving.abort()
  })

  test('what belongs to one account is kept by no cache', async () => {
    const { ask } = server()
    for (const path of ['/me', '/webhooks']) expect((await ask(path)).headers.get('cache-control')).toBe('no-store')
  })

  test('an empty change changes nothing, and null takes a description away', async () => {
    const { running } = server()
    const send = async (method: string, path: string, body: object) => {
      const answer = await fetch(running.baseUrl + path, {
        method,
        headers: { 'X-API-Key': running.keys.Pro, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      })
      expect(answer.headers.get('cache-control')).toBe('no-store')
      return (await answer.json()) as { id: string; description: string | null; secret?: string }
    }
    const { secret: _, ...made } = await send('POST', '/webhooks', {
      url: 'https://hooks.example.com/',
      event: 'best_buy',
      threshold: 1,
      description: 'mine',
    })
    expect(await send('PATCH', `/webhooks/${made.id}`, {})).toEqual(made)
    expect(await send('PATCH', `/webhooks/${made.id}`, { description: null })).toEqual({ ...made, description: null })
  })
})

describe('an exchange that refuses us', () => {
  const server = serve({
    fiats: ['UAH'],
    historyDays: 0,
    faults: [{ exchange: 'bybit', fault: { kind: 'blocked' } }],
  })

  test('has no order book and no quote, in the same words: its ads are unknown', async () => {
    const { ask } = server()
    const answers = [
      await ask<ErrorBody>('/orderbook?exchange=bybit'),
      await ask<ErrorBody>('/quote?amount=5000&exchange=bybit'),
    ]
    expect(answers.map(({ status, body }) => [status, body.detail.code])).toEqual([
      [503, 'data_unavailable'],
      [503, 'data_unavailable'],
    ])
    expect(answers[0]?.body).toEqual(answers[1]?.body)
    expect((await ask('/quote?amount=5000')).status).toBe(200)
  })

  test('is named by the book of all exchanges, which has the rest', async () => {
    const { ads, missing_exchanges: missing } = await server().get<Orderbook>('/orderbook?exchange=all&rows=300')
    expect(missing).toEqual(['bybit'])
    expect(new Set(ads.map(({ exchange }) => exchange))).toEqual(new Set(exchangeIds.filter((id) => id !== 'bybit')))
  })
})

describe('a market with only large minimums', () => {
  // Here a normal caller trades one or two USDT.
  const server = serve({ fiats: ['GBP'], historyDays: 1, settings: { P2P_BAND_USDT: '1-2' } })

  test('names the smallest tradable amount, in words and in figures', async () => {
    const { ask } = server()
    for (const path of [
      '/rates?fiat=GBP',
      '/rates?fiat=GBP&include=confidence',
      '/stats?fiat=GBP',
      '/stream?fiat=GBP',
    ]) {
      const { status, body } = await ask<ErrorBody>(path)
      expect([path, status]).toEqual([path, 503])
      expect(errorBody.parse(body)).toEqual(body)
      expect(body.detail.message).toMatch(
        /^There is no ad for a normal amount of GBP: you buy from [\d.,]+ USDT \([\d.,]+ GBP\) at [\d.]+ on \w+(; you sell from |\.$)/,
      )
      expect(body.detail.smallest_trade?.buy).toMatchObject({ exchange: expect.any(String), price: expect.any(Number) })
      expect(body.detail.smallest_trade?.buy?.from_usdt).toBeGreaterThan(2)
    }
  })

  test('and so does a quote for less', async () => {
    const { get } = server()
    const { unfilled } = await get<Quote>('/quote?fiat=GBP&amount_usdt=1')
    expect(unfilled).toMatchObject({ reason: 'below_minimum', smallest_trade: { from_usdt: expect.any(Number) } })
    expect((await get<Quote>(`/quote?fiat=GBP&amount_usdt=${unfilled?.smallest_trade?.from_usdt}`)).fills).toHaveLength(
      1,
    )
  })
})

describe('rates with additions', () => {
  const server = serve({ fiats: ['UAH'], historyDays: 0 })

  test('begin with exactly the rates, and add their confidence', async () => {
    const { get } = server()
    const plain = await get<Rates>('/rates')
    const { confidence, rails, simulated, ...rest } = await get<Rates>('/rates?include=rails,confidence')
    expect(rest).toEqual(plain)
    expect(simulated).toBe(true)
    expect(confidence?.buy.level).toMatch(/^(low|medium|high)$/)
    expect(confidence?.sell.reasons).toBeInstanceOf(Array)
    expect(Object.keys(rails ?? {})).toEqual(['buy', 'sell'])
  })

  test('a stream says in a comment that it is simulated; its data are the bytes of rates all the same', async () => {
    const { running } = server()
    const headers = { 'X-API-Key': running.keys.Business }
    const rates = await (await fetch(`${running.baseUrl}/rates`, { headers })).text()
    const leaving = new AbortController()
    const stream = await fetch(`${running.baseUrl}/stream`, { headers, signal: leaving.signal })
    expect(stream.headers.get('x-simulated')).toBe('true')
    let text = ''
    for await (const part of stream.body ?? []) {
      text += Buffer.from(part).toString('utf8')
      if (/data: .*\n\n$/.test(text)) break
    }
    leaving.abort()
    expect(text).toMatch(/^: simulated, these prices never existed\nevent: rates\nid: \d+\n/)
    expect(text.endsWith(`data: ${rates}\n\n`)).toBe(true)
  })

  test('a quote is as sure as its side at best, and says what keeps it from more', async () => {
    const { get } = server()
    const { level, reasons } = (await get<Quote>('/quote?amount_usdt=100')).confidence
    expect(level).toMatch(/^(low|medium|high)$/)
    expect(reasons.length > 0 || level === 'high').toBe(true)
  })

  test('every exchange is among those that are asked', () => {
    expect(server().running.config.EXCHANGES).toEqual(exchangeIds)
  })
})

describe('a crossed currency', () => {
  const server = serve({ fiats: ['UAH'], historyDays: 1, crossed: { UAH: 5 } })

  test('is returned as it is: the same exchange is profitable, on request, and nothing is moved', async () => {
    const { get } = server()
    const plain = await get<Arbitrage>('/arbitrage?amount=20000')
    expect(Object.keys(plain)).toEqual(['asset', 'fiat', 'amount', 'transfer_fee_usdt', 'opportunities'])
    const { same_exchange: trips = [], ...rest } = await get<Arbitrage>('/arbitrage?amount=20000&include=same_exchange')
    expect(rest).toEqual(plain)
    expect(trips.length).toBeGreaterThan(0)
    for (const trip of trips) {
      expect(trip.sell_exchange).toBe(trip.buy_exchange)
      expect(trip.net_profit_pct).toBe(trip.gross_spread_pct)
      expect(trip.net_profit).toBeCloseTo(20_000 * (trip.sell_price / trip.buy_price - 1), 0)
    }
    for (const trip of plain.opportunities) expect(trip.sell_exchange).not.toBe(trip.buy_exchange)
  })

  test('never has a price that is certain', async () => {
    const { confidence } = await server().get<Rates>('/rates?include=confidence')
    expect(confidence?.buy.level).not.toBe('high')
    expect(confidence?.sell.level).not.toBe('high')
    expect(confidence?.buy.reasons).toContain('crossed_market')
  })
})
