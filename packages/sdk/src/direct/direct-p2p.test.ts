import { endpoints } from '@p2p-rates/contract'
import { exchangeIds, exchanges, okx } from '@p2p-rates/core'
import { APIConnectionError, DataUnavailableError, NeedsServerError, P2P, UsageError } from '@p2p-rates/sdk'
import { DirectP2P } from '@p2p-rates/sdk/direct'
import { startSimulator } from '@p2p-rates/simulator'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

async function open({
  closed = [] as readonly string[],
  maxWaitMs = undefined as number | undefined,
  banks = false,
} = {}) {
  const simulator = await startSimulator({ seed: 7, now: () => Date.UTC(2026, 0, 15, 12) })
  for (const exchange of closed) await simulator.closePort(exchange)
  let nowMs = Date.UTC(2026, 0, 15, 12)
  const officialUrls = banks ? simulator.officials.urls : {}
  const wakers: (() => void)[] = []
  const p2p = new DirectP2P(
    { exchangeUrls: simulator.baseUrls, officialUrls, pace: { minIntervalMs: 0 }, maxWaitMs },
    {
      now: () => nowMs,
      sleep: (_, signal) =>
        new Promise((wake) => {
          wakers.push(wake)
          signal?.addEventListener('abort', () => wake())
        }),
    },
  )
  return {
    close: async () => {
      await p2p.close()
      await simulator.close()
    },
    p2p,
    simulator,
    requests: () => exchangeIds.reduce((sum, id) => sum + simulator.requests(id), 0),
    pass(ms: number) {
      nowMs += ms
      for (const wake of wakers.splice(0)) wake()
    },
    async asleep() {
      while (wakers.length === 0) await new Promise(setImmediate)
    },
  }
}

async function connect(options?: Parameters<typeof open>[0]) {
  const opened = await open(options)
  onTestFinished(opened.close)
  return opened
}

const answerOf = (name: string) => {
  const endpoint = endpoints.find((candidate) => candidate.name === name)
  if (endpoint === undefined) throw new Error(name)
  return endpoint.answer
}

describe('without a server', () => {
  let p2p: Awaited<ReturnType<typeof open>>['p2p']
  let close: () => Promise<void>
  beforeAll(async () => {
    const opened = await open()
    p2p = opened.p2p
    close = opened.close
  })
  afterAll(() => close())

  test('every question about the present has the answer a server would give', async () => {
    const answers = {
      markets: await p2p.markets(),
      rates: await p2p.rates({ fiat: 'UAH' }),
      orderbook: await p2p.orderbook({ exchange: 'okx', side: 'SELL', rows: 5, include: 'trust' }),
      quote: await p2p.quote({ side: 'BUY', amount: 20_000 }),
      arbitrage: await p2p.arbitrage({ amount: 5_000 }),
      sources: await p2p.sources({ fiat: 'UAH' }),
      index: await p2p.index({ fiat: 'UAH' }),
      fair: await p2p.fair({ price: 41.9, amount: 20_000 }),
      convert: await p2p.convert({ from: 'UAH', to: 'EUR', amount: 20_000 }),
      'payment-methods': await p2p.paymentMethods(),
      depth: await p2p.depth({ side: 'SELL' }),
      methods: await p2p.methods({ side: 'SELL' }),
      formula: await p2p.formula({ base: 'median', offset_pct: 1.5, step: 0.05 }),
    }
    for (const [name, answer] of Object.entries(answers)) expect(answerOf(name).safeParse(answer).error).toBeUndefined()
    expect(answers.rates.exchanges.map(({ exchange }) => exchange)).toEqual(exchangeIds)
    expect(answers.orderbook.ads).toHaveLength(5)
    expect(answers.orderbook.ads[0]).toHaveProperty('reasons')
    expect(answers.quote).toMatchObject({ amount: 20_000, unfilled: null })
    expect(answers.quote.total_fiat).toBeCloseTo(20_000, 2)
    expect(answers.depth.sizes.map(({ amount_usdt }) => amount_usdt)).toContain(1_000)
    expect(answers.methods.methods.map(({ id }) => id)).toContain('monobank')
    expect(answers.formula).toMatchObject({ reason: null, basis: { base: 'median', exchanges: exchangeIds } })
    expect(((answers.formula.value ?? 0) * 100) % 5).toBeCloseTo(0, 6)
    expect(answers.sources.sources.map(({ state }) => state)).toEqual(exchangeIds.map(() => 'live'))
    expect(answers.index).toMatchObject({ sources: exchangeIds.length, official: null, change_24h_pct: null })
    expect(answers.index.cite).toContain('Simulated: this price never existed.')
    expect(answers.markets.plan.features).toEqual([
      'arbitrage',
      'convert',
      'depth',
      'fair',
      'formula',
      'index',
      'markets',
      'methods',
      'orderbook',
      'payment-methods',
      'quote',
      'rates',
      'sources',
      'stream',
      'transfers',
    ])
  })

  test('prices of a simulator are marked as such, by its own word', async () => {
    for (const call of [
      p2p.rates(),
      p2p.orderbook({ exchange: 'okx' }),
      p2p.quote({ amount: 5_000 }),
      p2p.arbitrage(),
      p2p.index(),
    ])
      expect((await call.withResponse()).simulated).toBe(true)
    expect((await p2p.markets().withResponse()).simulated).toBe(false)
    expect((await p2p.sources({ fiat: 'UAH' })).sources.every(({ simulated }) => simulated)).toBe(true)
    const stream = p2p.stream()
    await stream.next()
    await stream.return?.()
    expect(stream.connection?.simulated).toBe(true)
  })

  test('a table is also returned as CSV', async () => {
    const lines = await p2p.request<string>('GET', '/rates', { query: { fiat: 'UAH', format: 'csv' } })
    const { exchanges } = await p2p.rates({ fiat: 'UAH' })
    const [heading, ...rows] = lines.trimEnd().split('\r\n')
    expect(heading).toBe('exchange,buy,buy_ads,sell,sell_ads,simulated')
    expect(rows.every((row) => row.endsWith(',true'))).toBe(true)
    expect(rows.map((row) => row.split(',')[0])).toEqual(exchanges.map(({ exchange }) => exchange))
  })

  test('a payment method narrows the book as on a server', async () => {
    const { ads, payment_method } = await p2p.orderbook({ exchange: 'binance', payment_method: 'mono', rows: 50 })
    expect(payment_method).toBe('mono')
    expect(ads.length).toBeGreaterThan(0)
    for (const { payment_methods } of ads) expect(payment_methods.join().toLowerCase()).toContain('mono')
  })

  test('ad filters are read and applied as on a server', async () => {
    const book = { exchange: 'binance', rows: 50, include: 'trust' } as const
    const methods = ['mono', 'privat'] as const
    const wanted = { payment_method: methods, exclude_method: 'mono', amount: 5_000, min_orders: 50 } as const
    const { ads, payment_method } = await p2p.orderbook({ ...book, ...wanted, merchant: false })
    expect(payment_method).toBe('mono,privat')
    expect(ads.length).toBeGreaterThan(0)
    for (const ad of ads) {
      expect(ad.payment_methods.join().toLowerCase()).toContain('privat')
      expect(ad.min_amount <= 5_000 && ad.max_amount >= 5_000 && Number(ad.completed_orders) >= 50).toBe(true)
    }
    const { ads: merchants } = await p2p.orderbook({ ...book, merchant: true })
    expect(merchants.every((ad) => ad.merchant)).toBe(true)
    const { fills } = await p2p.quote({ exchange: 'binance', ...wanted })
    for (const { nickname } of fills) expect(ads.map((ad) => ad.nickname)).toContain(nickname)
    const misspelt = { amount: 5_000, payment_method: 'mono', exclude_method: ['wise', 'monobnk'] }
    const { hint } = await p2p.quote(misspelt).withResponse()
    expect(hint).toContain('does not know payment method 2 of these 2. Did you mean `monobank`?')
  })

  test('the start of a profitable period is not remembered, and returned as unknown', async () => {
    const { opportunities, same_exchange = [] } = await p2p.arbitrage({
      fiat: 'UAH',
      amount: 20_000,
      transfer_fee_usdt: 0,
      include: ['age', 'same_exchange'],
    })
    expect(opportunities.length).toBeGreaterThan(0)
    for (const { since } of [...opportunities, ...same_exchange]) expect(since).toBeNull()
  })

  test('the index has the official rate, which is requested once an hour', async () => {
    const { p2p, simulator, pass } = await connect({ banks: true })
    const { value, official, premium_pct, usdt_usd } = await p2p.index({ fiat: 'UAH' })
    expect(usdt_usd).toMatchObject({ source: 'Kraken', observed_at: expect.stringMatching(/^2026-01-15T/) })
    expect(official).toMatchObject({ source: 'National Bank of Ukraine', day: '2026-01-15' })
    expect(premium_pct).toBeCloseTo((value / (official?.rate ?? 0) - 1) * 100, 1)
    pass(3_599_000)
    await Promise.all([p2p.index({ fiat: 'UAH' }), p2p.index({ fiat: 'UAH' })])
    expect(simulator.officials.requests()).toBe(1)
    pass(1_000)
    await p2p.index({ fiat: 'UAH' })
    expect(simulator.officials.requests()).toBe(2)
    expect(await p2p.index({ fiat: 'VND' })).toMatchObject({ official: null, premium_pct: null })
  })

  test('a conversion has the cross rate of the central banks, and is rejected as on a server', async () => {
    const { p2p } = await connect({ banks: true })
    const { rate, official_rate, cost_vs_official_pct, official } = await p2p.convert({
      ...{ from: 'UAH', to: 'KZT', amount: 10_000, from_method: 'mono' },
    })
    expect(official_rate).toBeCloseTo((official.to?.rate ?? 0) / (official.from?.rate ?? 0), 3)
    expect(cost_vs_official_pct).toBeCloseTo((1 - (rate ?? 0) / (official_rate ?? 0)) * 100, 1)
    expect(await p2p.convert({ from: 'UAH', to: 'VND', amount: 10_000 })).toMatchObject({
      ...{ official_rate: null, cost_vs_official_pct: null, official: { to: null } },
    })
    const wrong = { from: 'UAH', to: 'UAH', amount: 1 }
    await expect(p2p.convert(wrong)).rejects.toMatchObject({ code: 'invalid_parameter', param: 'to' })
    const misspelt = p2p.convert({ from: 'UAH', to: 'EUR', amount: 1_000, to_method: 'monobnk' })
    expect((await misspelt.withResponse()).hint).toMatch(/^`to_method`: .*`monobank`/)
  })

  test('with other addresses for every exchange no central bank is asked at its own', async () => {
    expect(await p2p.index({ fiat: 'UAH' })).toMatchObject({ official: null, premium_pct: null, usdt_usd: null })
  })

  test('networks are read once a day from exchanges that show them, and others come from the table', async () => {
    const { p2p, requests, pass } = await connect()
    const question = { from: 'kucoin', to: 'bybit' } as const
    const { transfers } = await p2p.transfers(question)
    expect(transfers.map(({ network, open, fee_usdt }) => [network, open, fee_usdt])).toEqual([
      ['ERC20', false, 5],
      ['TRC20', true, 1.5],
    ])
    const ofADay = requests()
    expect(ofADay).toBeGreaterThan(0)
    await p2p.transfers(question)
    expect(requests()).toBe(ofADay)
    pass(86_400_000)
    expect((await p2p.transfers(question)).transfers).toHaveLength(2)
    expect(requests()).toBe(2 * ofADay)
  })

  test('each opportunity names its own transfer', async () => {
    const { opportunities } = await p2p.arbitrage({ fiat: 'UAH', amount: 20_000, transfer_fee_usdt: 'auto' })
    expect(opportunities.length).toBeGreaterThan(0)
    for (const { buy_exchange, sell_exchange, transfer } of opportunities) {
      const { transfers } = await p2p.transfers({ from: buy_exchange, to: sell_exchange })
      const fees = transfers.flatMap(({ open, fee_usdt }) => (open && fee_usdt !== null ? fee_usdt : []))
      expect(transfer).toMatchObject({
        state: fees.length > 0 ? 'open' : 'unknown',
        fee_usdt: fees.length > 0 ? Math.min(...fees) : 1,
      })
    }
    const sent = await p2p.convert({ from: 'UAH', to: 'KZT', amount: 10_000, transfer_fee_usdt: 'auto' })
    expect(sent.transfer === null ? 0 : sent.transfer?.fee_usdt).toBe(sent.transfer_fee_usdt)
  })

  test('what must be remembered, counted or watched says that it needs a server', async () => {
    const { p2p, requests } = await connect()
    const refusals = [
      p2p.stats(),
      p2p.history(),
      p2p.candles(),
      p2p.overview(),
      p2p.seasonality(),
      p2p.quality(),
      p2p.trackRecord(),
      p2p.price({ at: 0 }),
      p2p.fixings(),
      p2p.premium(),
      p2p.usage(),
      p2p.me(),
      p2p.openapi(),
      p2p.webhooks.list(),
      p2p.rules.list(),
      p2p.boards.list(),
      p2p.formulaPreview(),
      p2p.webhooks.test('wh_1'),
    ]
    for (const refusal of refusals) {
      await expect(refusal).rejects.toBeInstanceOf(NeedsServerError)
      await expect(refusal).rejects.toMatchObject({ code: 'needs_server', status: 501 })
    }
    await expect(p2p.history()).rejects.toThrow(
      'history needs a server, which remembers past prices. Start one with `p2p-server` and use it with `new P2P({ baseUrl, apiKey })`.',
    )
    await expect(p2p.formulaPreview()).rejects.toThrow('formula-preview needs a server, which remembers past prices.')
    await expect(p2p.fixings()).rejects.toThrow('fixings needs a server, which keeps them for good.')
    expect(requests()).toBe(0)
  })

  test('wrong questions are refused in the words of a server', async () => {
    await expect(p2p.rates({ fiat: 'XXX' })).rejects.toMatchObject({ code: 'unsupported_fiat', status: 400 })
    await expect(p2p.orderbook({ exchange: 'okx', rows: -1 })).rejects.toMatchObject({ param: 'rows' })
    await expect(p2p.quote({})).rejects.toMatchObject({ code: 'invalid_parameter', param: 'amount_usdt' })
    const { clamped } = await p2p.orderbook({ exchange: 'okx', rows: 500 }).withResponse()
    expect(clamped).toEqual(['rows'])
  })

  test('the exchanges are asked once a minute, however many questions there are', async () => {
    const { p2p, requests, pass } = await connect()
    await Promise.all([p2p.rates(), p2p.quote({ amount: 1000 }), p2p.orderbook({ exchange: 'mexc' })])
    const once = requests()
    pass(59_999)
    await p2p.rates()
    expect(requests()).toBe(once)
    pass(1)
    await p2p.rates()
    expect(requests()).toBeGreaterThan(once)
  })

  test('the books of all exchanges are one question, which asks each exchange once', async () => {
    const { p2p, requests } = await connect({ closed: ['bybit'] })
    const { ads, missing_exchanges: missing } = await p2p.orderbook({ exchange: 'all', rows: 300, include: 'trust' })
    const once = requests()
    expect(missing).toEqual(['bybit'])
    const others = exchangeIds.filter((id) => id !== 'bybit')
    const books = await Promise.all(others.map((exchange) => p2p.orderbook({ exchange, rows: 50, include: 'trust' })))
    const texts = (listed: readonly object[]) => listed.map((ad) => JSON.stringify(ad)).sort()
    expect(texts(ads)).toEqual(texts(books.flatMap(({ exchange, ads }) => ads.map((ad) => ({ exchange, ...ad })))))
    expect(requests()).toBe(once)
  })

  test('all but one answer: the missing one is named with its reason', async () => {
    const { p2p } = await connect({ closed: ['bybit'] })
    const { exchanges } = await p2p.rates()
    expect(exchanges.map(({ exchange }) => exchange)).toEqual(exchangeIds.filter((id) => id !== 'bybit'))
    const { sources } = await p2p.sources({ exchange: 'bybit' })
    expect(sources).toMatchObject([{ exchange: 'bybit', state: 'stale', last_error: { kind: 'network' } }])
    await expect(p2p.orderbook({ exchange: 'bybit' })).rejects.toThrow(/Bybit: The connection to the exchange failed/)
  })

  test('an exchange of your own is read next to listed ones, under its own name', async () => {
    const { simulator } = await connect()
    const { okx: own = '', binance = '' } = simulator.baseUrls
    const p2p = new DirectP2P({
      exchanges: ['binance', { ...okx, id: 'souk', name: 'Souk' }],
      exchangeUrls: { binance, souk: own },
      pace: { minIntervalMs: 0 },
      logLevel: 'off',
    })
    onTestFinished(() => p2p.close())
    const { exchanges } = await p2p.rates()
    expect(exchanges.map(({ exchange }) => exchange)).toEqual(['binance', 'souk'])
    expect(await p2p.orderbook({ exchange: 'souk' })).toMatchObject({ exchange: 'souk', count: 10 })
    await expect(p2p.orderbook({ exchange: 'souck' })).rejects.toThrow('Did you mean `souk`?')
    expect(() => new DirectP2P({ exchanges: [{ id: 'souk', name: 'Souk' }] })).toThrow('souk is no exchange')
  })

  test('an exchange that is read only with a key is read by default with one, and refused without', async () => {
    const simulator = await startSimulator({ seed: 7, exchanges: [...exchangeIds, 'gate'] })
    onTestFinished(() => simulator.close())
    const { gate } = Object.fromEntries(simulator.keys)
    const p2p = new DirectP2P({
      exchangeKeys: new Map(gate === undefined ? [] : [['gate', gate]]),
      exchangeUrls: simulator.baseUrls,
      pace: { minIntervalMs: 0 },
      logLevel: 'off',
    })
    onTestFinished(() => p2p.close())
    const { sources } = await p2p.sources({ fiat: 'UAH' })
    expect(sources.map(({ exchange }) => exchange)).toEqual([...exchangeIds, 'gate'])
    expect(sources.at(-1)).toMatchObject({ state: 'live', trusted_ads: 0 })
    expect(() => new DirectP2P({ exchanges: ['gate'] })).toThrow('Gate is read only with a key: put one for gate into')
  })

  test('no exchange answers: an error that names the shared cause once, and is not cached', async () => {
    const { p2p, simulator } = await connect({ closed: exchangeIds })
    const refusal = p2p.rates()
    await expect(refusal).rejects.toBeInstanceOf(APIConnectionError)
    await expect(refusal).rejects.toThrow(
      `no reliable prices for UAH at the moment. All ${exchangeIds.length} exchanges: The connection to the exchange failed`,
    )
    await expect(refusal).rejects.not.toThrow(/failed.*failed/)
    await simulator.openPort('okx')
    const heal = simulator.fault('okx', { kind: 'blocked' })
    const others = exchanges.filter(({ id }) => id !== 'okx').map(({ name }) => name)
    await expect(p2p.rates()).rejects.toThrow(`${others.join(', ')}: The connection`)
    await expect(p2p.rates()).rejects.toThrow('. OKX refuses this address')
    await expect(p2p.quote({ amount: 1000 })).rejects.toBeInstanceOf(DataUnavailableError)
    await expect(p2p.arbitrage()).rejects.toBeInstanceOf(DataUnavailableError)
    await expect(p2p.index()).rejects.toBeInstanceOf(DataUnavailableError)
    heal()
    for (const id of exchangeIds) if (id !== 'okx') await simulator.openPort(id)
    expect((await p2p.rates()).exchanges).toHaveLength(exchangeIds.length)
  })

  test('a stream looks again when the minute is over', async () => {
    const { p2p, pass, asleep } = await connect()
    const stream = p2p.stream({ fiat: 'UAH' })
    const first = await stream.next()
    expect(answerOf('rates').safeParse(first.value).error).toBeUndefined()
    const next = stream.next()
    for (let quarter = 0; quarter < 4; quarter++) {
      await asleep()
      pass(15_000)
    }
    expect((await next).value).toMatchObject({ fiat: 'UAH' })
    await stream.return?.()
  })

  test('it is a P2P like any other, and knows its exchanges', async () => {
    expect(p2p).toBeInstanceOf(P2P)
    expect(() => new DirectP2P({ exchanges: ['kraken'] })).toThrow(UsageError)
    const two = new DirectP2P({ exchanges: ['okx', 'htx'] })
    expect((await two.markets()).exchanges).toEqual(['okx', 'htx'])
    await two.close()
  })
})

test('a request ends at its timeout, and names the late exchanges', async () => {
  const { p2p, simulator, asleep, pass } = await connect({ maxWaitMs: 500 })
  simulator.fault('all', { kind: 'timeout' })
  const asked = p2p.rates({ fiat: 'UAH' })
  await asleep()
  pass(500)
  await expect(asked).rejects.toMatchObject({
    code: 'data_unavailable',
    message: expect.stringContaining(`All ${exchangeIds.length} exchanges: The caller gave up`),
  })
})
