import { type IncomingMessage, request } from 'node:http'
import { allTools, type Convert, listedTools, toolInstructions } from '@p2p-rates/contract'
import { checkEach } from '@p2p-rates/core/testing'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { connectAssistant, type Era } from '../../testing/assistant.js'
import { createKey, startServer, type TestServer } from '../../testing/start-server.js'
import { createTestClient, type TestClient, type TestResponse } from '../../testing/test-client.js'
import { listen } from '../listen.js'

let running: TestServer
let asker: TestClient
beforeAll(async () => {
  running = await startServer({ historyDays: 8, fiats: ['UAH', 'EUR'] })
  asker = createTestClient(running.url)
}, 60_000)
afterAll(async () => {
  asker.close()
  await running.stop()
})

const given: Readonly<Record<string, Record<string, unknown>>> = {
  list_markets: {},
  get_rates: { fiat: 'UAH' },
  get_quote: { fiat: 'UAH', side: 'BUY', amount: 50_000 },
  get_orderbook: { exchange: 'okx', fiat: 'EUR', side: 'SELL' },
  check_offer: { fiat: 'UAH', price: 40 },
  convert_money: { from: 'EUR', to: 'UAH', amount: 500 },
  get_reference_price: { fiat: 'UAH' },
  get_price_history: { fiat: 'UAH', hours: 24 },
  find_arbitrage: { fiat: 'UAH', amount: 20_000 },
  check_sources: { fiat: 'UAH' },
}

const connect = async (key: string, mode: Era = 'auto') => {
  const assistant = await connectAssistant(running.url, key, mode)
  onTestFinished(assistant.close)
  return assistant
}

/** A message of the protocol before 2026, without an earlier handshake. */
const message = (method: string, params: object = {}, id: number | null = 1) =>
  JSON.stringify({ jsonrpc: '2.0', ...(id === null ? {} : { id }), method, params })
const ofJson = [
  ['Content-Type', 'application/json'],
  ['Accept', 'application/json, text/event-stream'],
] as const
const post = (body: string, headers: readonly (readonly [string, string])[] = []) =>
  asker.ask({
    method: 'POST',
    path: '/mcp',
    headers: [...ofJson, ...headers],
    body,
  })
const keyed = (key: string) => [['X-API-Key', key]] as const
/** Sends the request of a browser whose page's host name was rebound to our address (DNS rebinding). */
const askedAs = (origin: string, host: string): Promise<IncomingMessage> =>
  new Promise((done, fail) => {
    const headers = { 'X-API-Key': running.keys.Pro, 'Content-Type': 'application/json', Origin: origin, Host: host }
    request(`${running.url}/mcp`, { method: 'POST', headers, agent: false }, (answer) => {
      answer.resume().once('end', () => done(answer))
    })
      .once('error', fail)
      .end(message('tools/list'))
  })
const usageOf = async (key: string) => {
  const { text } = await asker.ask({ path: '/api/v1/me', headers: keyed(key) })
  return (JSON.parse(text) as { used_this_month: number }).used_this_month
}

describe.each(['legacy', 'auto'] as const)('the official client, %s', (mode) => {
  test('is shown the tools, which change nothing, and what to know before using them', async () => {
    const { client } = await connect(running.keys.Business, mode)
    const { tools } = await client.listTools()
    expect(tools).toEqual(listedTools)
    expect(tools.map(({ name }) => name)).toEqual(Object.keys(given))
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true)
    expect(client.getInstructions()).toBe(toolInstructions)
    expect(client.getServerVersion()?.name).toBe('p2p-rates')
  })

  test('gets an answer from every tool, marked where the exchanges are simulations', async () => {
    const { call } = await connect(running.keys.Business, mode)
    for (const [name, words] of Object.entries(given)) {
      const { text, isError } = await call(name, words)
      expect({ name, isError, first: text.split('\n')[0] }).toEqual({
        name,
        isError: false,
        first: expect.stringMatching(name === 'list_markets' ? /^USDT on: / : /^SIMULATED exchanges: none of/),
      })
    }
  })
})

test('a tool returns the same as its endpoints return to the same caller', async () => {
  const { call } = await connect(running.keys.Business)
  const ask = async (path: string) =>
    JSON.parse((await asker.ask({ path: `/api/v1${path}`, headers: keyed(running.keys.Business) })).text)
  const rates = await ask('/rates?fiat=UAH')
  const { text } = await call('get_rates', { fiat: 'UAH' })
  expect(text).toContain(`You buy at ${rates.best_buy.price} on ${rates.best_buy.exchange}.`)
  expect(text).toContain(`You sell at ${rates.best_sell.price} on ${rates.best_sell.exchange}.`)
  for (const { exchange, buy } of rates.exchanges) expect(text).toContain(`${exchange}: you buy at ${buy} (`)

  const quote = await ask('/quote?fiat=UAH&side=BUY&amount=50000')
  const told = await call('get_quote', given.get_quote)
  expect(told.text).toContain(`you pay ${quote.total_fiat} UAH and get ${quote.total_usdt} USDT`)
  expect(told.text).toContain(`at an average price of ${quote.average_price} UAH`)

  const book = await ask('/orderbook?exchange=all&fiat=UAH&rows=10')
  const ads = await call('get_orderbook', { exchange: 'all' })
  expect(ads.text).toMatch(/\nAds on all exchanges, you buy USDT, UAH for 1 USDT, seen (\w+ \d+ (s|min) ago(, )?)+:\n/)
  book.ads.forEach(({ exchange, price }: { exchange: string; price: number }, place: number) => {
    expect(ads.text).toContain(`\n${place + 1}. ${exchange}: ${price}; takes `)
  })

  const history = await ask('/history?fiat=UAH&hours=6&max_points=48')
  const past = await call('get_price_history', { fiat: 'UAH', hours: 6, points: 900 })
  const lines = past.text.split('\n').filter((line) => /^\d\d:\d\d /.test(line))
  expect(lines.length).toBeLessThanOrEqual(48)
  expect(lines).toEqual(
    history.points.map(
      ({ t, buy, sell }: { t: string; buy: number; sell: number }) =>
        `${t.slice(11, 16)} ${Number(buy.toPrecision(5))} ${Number(sell.toPrecision(5))}`,
    ),
  )
})

test('the automatic fee of a conversion comes with its network, as the endpoint has it', async () => {
  const { call } = await connect(running.keys.Business)
  const { text: answer } = await asker.ask({
    path: '/api/v1/convert?from=EUR&to=UAH&amount=500&transfer_fee_usdt=auto',
    headers: keyed(running.keys.Business),
  })
  const { transfer } = JSON.parse(answer) as Convert
  const { text } = await call('convert_money', { from: 'EUR', to: 'UAH', amount: 500, transfer_fee_usdt: 'auto' })
  expect(text).toContain('become')
  if (transfer) expect(text).toContain(`moving USDT on ${transfer.network} costs ${transfer.fee_usdt} USDT`)
})

describe('what a call costs', () => {
  test('one request, whatever it asks; to connect and to list tools costs none of the month', async () => {
    const key = await createKey(running.server, 'Business')
    const { client, call } = await connect(key)
    await client.listTools()
    const before = await usageOf(key)
    await call('get_price_history', given.get_price_history)
    expect(await usageOf(key)).toBe(before + 2)
  })

  test('nothing of the month where it is refused, and it is on record under its own name', async () => {
    const key = await createKey(running.server, 'Free')
    const { call } = await connect(key)
    const before = await usageOf(key)
    expect((await call('find_arbitrage')).isError).toBe(true)
    expect((await call('get_rates', { fiat: 'XXX' })).isError).toBe(true)
    expect(await usageOf(key)).toBe(before + 1)
    await call('get_rates')
    const { text } = await asker.ask({ path: '/api/v1/usage?days=1&include=recent_errors', headers: keyed(key) })
    expect(JSON.parse(text)).toMatchObject({
      recent_errors: expect.arrayContaining([
        expect.objectContaining({ endpoint: 'mcp.get_rates', code: 'unsupported_fiat' }),
        expect.objectContaining({ endpoint: 'mcp.find_arbitrage', code: 'plan_required' }),
      ]),
    })
  })

  test('each message takes one slot of the minute; beyond it a call gets a time to wait, in words', async () => {
    const key = await createKey(running.server, 'Free')
    const { call } = await connect(key, 'legacy')
    const texts: string[] = []
    for (let time = 0; time < 10; time++) texts.push((await call('check_sources', { fiat: 'UAH' })).text)
    const refused = texts.filter((text) => text.startsWith('rate_limited: '))
    // Connecting used two of the ten requests.
    expect(refused).toHaveLength(2)
    expect(refused[0]).toMatch(/ Next: Wait: .* Wait \d+ s before another try\.$/)
    // Only a tool call gets its error as text.
    expect(await post(message('tools/list'), keyed(key))).toMatchObject({ status: 429 })
  })

  test('several calls in one body are counted one by one, or refused', async () => {
    const key = await createKey(running.server, 'Free')
    const body = `[${[1, 2, 3].map((id) => message('tools/call', { name: 'get_rates', arguments: {} }, id)).join()}]`
    const before = await usageOf(key)
    const { text } = await post(body, keyed(key))
    const answered = text.match(/You buy at/g)?.length ?? 0
    expect(await usageOf(key)).toBe(before + 1 + answered)
  })
})

describe('a rejection is explained in words, with the next step', () => {
  test('each question of a client', () =>
    checkEach(
      [
        [
          'find_arbitrage',
          {},
          /^plan_required: The arbitrage endpoint needs the Pro plan or a higher one\. Next: .*list_markets/,
        ],
        ['get_price_history', {}, /^plan_required: The history endpoint needs the Pro plan/],
        ['get_rates', { fiat: 'EUD' }, /^unsupported_fiat: .*Did you mean `EUR`\? Next: Correct the argument/],
        ['get_rates', { fait: 'EUR' }, /^invalid_parameter: `fait` is unknown: did you mean `fiat`\?/],
        ['get_rates', { fiat: { code: 'EUR' } }, /^invalid_parameter: `fiat` must be a text, a number/],
        ['get_orderbook', {}, /^invalid_parameter: `exchange` is missing\./],
        ['get_orderbook', { exchange: 'al' }, /^unsupported_exchange: .*Did you mean `all`\?/],
        ['get_orderbook', { exchange: 'binanse' }, /^unsupported_exchange: .*Did you mean `binance`\?/],
        ['get_rats', {}, /^unknown_tool: There is no such tool\. Did you mean `get_rates`\?/],
      ] as const,
      async ([name, words, expected]) => {
        const { call } = await connect(await createKey(running.server, 'Free'))
        const { text, isError } = await call(name, words)
        expect(text).toMatch(expected)
        expect(isError).toBe(true)
      },
    ))

  test('list_markets names the plan of the caller, with the tools that it lacks', async () => {
    const { call } = await connect(running.keys.Starter)
    const { text } = await call('list_markets')
    expect(text).toContain('Plan Starter: 60 requests a minute')
    expect(text).toContain('It lacks get_price_history, find_arbitrage:')
    const all = await connect(running.keys.Business)
    expect((await all.call('list_markets')).text).toContain('It includes every tool.')
  })
})

describe('a profile in the address', () => {
  const connectAs = async (profile: string) => {
    const assistant = await connectAssistant(running.url, running.keys.Business, 'auto', profile)
    onTestFinished(assistant.close)
    return assistant
  }

  test('applies to every tool with current prices, and their answers say so', async () => {
    const { call } = await connectAs('?my_orders=120&my_exchanges=okx,bybit')
    const line = 'Prices for you: 120 orders, okx, bybit (your profile).'
    for (const [name, words] of Object.entries(given)) {
      const { text, isError } = await call(name, words)
      const isForProfile = !/^(list_markets|get_reference_price|get_price_history|check_sources)$/.test(name)
      expect.soft({ name, isError, line: text.includes(line) }).toEqual({
        name,
        isError: false,
        line: isForProfile && name !== 'get_orderbook',
      })
    }
    const { best_buy } = JSON.parse(
      (
        await asker.ask({
          path: '/api/v1/rates?fiat=UAH&my_orders=120&my_exchanges=okx,bybit',
          headers: keyed(running.keys.Business),
        })
      ).text,
    )
    expect((await call('get_rates')).text).toContain(`You buy at ${best_buy.price} on ${best_buy.exchange}.`)
  })

  test('gives way to an exchange and a method of the question', async () => {
    const { call } = await connectAs('?my_orders=120&my_exchanges=okx&my_methods=monobank')
    const ofOther = await call('get_orderbook', { exchange: 'binance', fiat: 'UAH' })
    expect(ofOther.text).toContain('\nPrices for you: 120 orders, «monobank» (your profile).\nAds on binance,')
    const ofAll = await call('get_orderbook', { exchange: 'all', fiat: 'UAH', method: 'privat' })
    expect(ofAll.text).toContain('\nPrices for you: 120 orders, okx (your profile).\nAds on all exchanges,')
    expect(ofAll.text).not.toMatch(/^\d+\. (?!okx)/m)
  })

  test('is judged before anything is answered', () =>
    checkEach(
      [
        ['my_orders=many', 'invalid_parameter', '`my_orders` must be a whole number'],
        ['my_exchanges=okx,binanse', 'unsupported_exchange', '`my_exchanges` must be'],
        ['my_order=5', 'invalid_parameter', 'did you mean `my_orders`?'],
      ] as const,
      async ([profile, code, problem]) => {
        const ask = (body: string) =>
          asker.ask({
            method: 'POST',
            path: `/mcp?${profile}`,
            headers: [...ofJson, ...keyed(running.keys.Pro)],
            body,
          })
        const listed = await ask(message('tools/list'))
        expect(listed.status).toBe(400)
        expect(JSON.parse(listed.text)).toMatchObject({ detail: { code, message: expect.stringContaining(problem) } })
        const called = await ask(message('tools/call', { name: 'get_rates', arguments: {} }))
        expect(called.text).toContain(problem)
      },
    ))
})

describe('the door', () => {
  test.each([
    ['no key', [], 401, 'missing_key'],
    ['a wrong key', [['X-API-Key', 'p2p_nonsense']], 401, 'invalid_key'],
  ] as const)('%s is refused as everywhere', async (_, headers, status, code) => {
    const answer = await post(message('tools/list'), headers)
    expect(answer.status).toBe(status)
    expect(JSON.parse(answer.text)).toMatchObject({ detail: { code } })
    expect(answer.headers.get('www-authenticate')).toBe('Bearer')
  })

  test('a key in the address is not read', async () => {
    const answer = await asker.ask({
      method: 'POST',
      path: `/mcp?key=${running.keys.Pro}`,
      headers: [['Content-Type', 'application/json']],
      body: message('tools/list'),
    })
    expect(answer.status).toBe(401)
  })

  test('a page of another origin is refused, even where its name was bound to this address', async () => {
    for (const origin of ['https://evil.example', 'null', 'http://evil.example:8080', '127.0.0.1']) {
      const answer = await askedAs(origin, origin.replace(/^https?:\/\//, ''))
      expect({ origin, status: answer.statusCode }).toEqual({ origin, status: 403 })
      expect(answer.headers).not.toHaveProperty('access-control-allow-origin')
    }
    const own = await post(message('tools/list'), [...keyed(running.keys.Pro), ['Origin', running.url]])
    expect(own.status).toBe(200)
    expect(own.headers.has('access-control-allow-origin')).toBe(false)
  })

  test('both ways in lead to it, with the same bytes', async () => {
    const { server, url } = await listen(running.server.httpHandler.router, {
      host: '127.0.0.1',
      port: 0,
      maxStreams: 1,
    })
    const behind = createTestClient(url)
    onTestFinished(() => {
      behind.close()
      server.close()
    })
    const call = message('tools/call', { name: 'get_quote', arguments: { amount: 20_000, amount_usdt: 7 } })
    const asked = (key: string) => ({
      method: 'POST',
      path: '/mcp',
      headers: [...ofJson, ...keyed(key), ['X-Request-Id', 'same'] as const],
      body: call,
    })
    const [one, other] = [await createKey(running.server, 'Pro'), await createKey(running.server, 'Pro')]
    const shown = ({ status, headers, text }: TestResponse) => ({
      status,
      // A second may pass between the two requests.
      headers: { ...Object.fromEntries(headers), date: '', 'ratelimit-reset': '' },
      text,
    })
    expect(shown(await behind.ask(asked(one)))).toEqual(shown(await asker.ask(asked(other))))
  })

  test('only POST is known, and browsers may not ask first', async () => {
    for (const method of ['GET', 'DELETE', 'PUT', 'OPTIONS']) {
      const answer = await asker.ask({ method, path: '/mcp' })
      expect({ method, status: answer.status, allow: answer.headers.get('allow') }).toEqual({
        method,
        status: 405,
        allow: 'POST',
      })
    }
  })

  test('a body that is too large, no JSON or of another type is refused before it is understood', async () => {
    const key = keyed(running.keys.Pro)
    const huge = message('tools/call', { name: 'get_rates', arguments: { fiat: 'x'.repeat(17_000) } })
    expect((await post(huge, key)).status).toBe(413)
    expect((await post('{', key)).status).toBe(400)
    const form = await asker.ask({ method: 'POST', path: '/mcp', headers: key, body: message('tools/list') })
    expect(form.status).toBe(415)
  })

  test('messages that ask for a stream, or for what there is not, are answered and end', async () => {
    const key = keyed(running.keys.Business)
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'x', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    }
    for (const method of ['subscriptions/listen', 'resources/list', 'logging/setLevel', 'nonsense']) {
      const modern = [
        ['MCP-Protocol-Version', '2026-07-28'],
        ['Mcp-Method', method],
      ] as const
      const listen = await post(message(method, { _meta: meta, notifications: {} }), [...key, ...modern])
      expect(listen.text, method).toContain('"error"')
      expect((await post(message(method), key)).text, method).toContain('"error"')
    }
    expect(await post(message('notifications/initialized', {}, null), key)).toMatchObject({ status: 202, text: '' })
  })

  test('a page of another origin learns why', async () => {
    const answer = await post(message('tools/list'), [...keyed(running.keys.Pro), ['Origin', 'https://evil.example']])
    expect(JSON.parse(answer.text)).toMatchObject({ detail: { code: 'foreign_origin' } })
  })

  test('answers carry the limits of their caller and are never cached', async () => {
    const call = message('tools/call', { name: 'get_rates', arguments: {} })
    const { status, headers } = await post(call, keyed(running.keys.Pro))
    expect(status).toBe(200)
    expect(headers.get('x-plan')).toBe('Pro')
    expect(Number(headers.get('x-quota-remaining'))).toBeGreaterThan(0)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-simulated')).toBe('true')
    expect(headers.get('content-type')).toBe('text/event-stream')
  })
})

test('every tool asks endpoints that exist, under a name that no other has', () => {
  expect(new Set(allTools.map(({ name }) => name)).size).toBe(allTools.length)
  for (const { endpoints } of allTools) expect(endpoints.length).toBeGreaterThan(0)
})
