import { Client } from '@modelcontextprotocol/client'
import { InMemoryTransport } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { type AskedCaller, type CallTool, listedTools, toolInstructions } from '@p2p-rates/contract'
import { usualExchanges } from '@p2p-rates/core/internal'
import { startServer, type TestServer } from '@p2p-rates/server/testing'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { profileQuery } from '../settings/about-me.js'
import { openDirectSource } from '../source/direct-source.js'
import { openServerSource } from '../source/server-source.js'
import { makeHome, runnerIn } from '../testing/run-p2p.js'
import { callToolHere, callToolOnServer } from './call-tools.js'
import { toolServer } from './serve-tools.js'

const { home, remove } = makeHome()
const p2p = runnerIn(home)
let running: TestServer
beforeAll(async () => {
  running = await startServer({ fiats: ['UAH', 'EUR'], historyDays: 8 })
})
afterAll(async () => {
  await running.stop()
  remove()
})

async function connect(call: CallTool, mode: 'legacy' | 'auto' = 'auto') {
  const client = new Client({ name: 'an assistant', version: '1.0.0' }, { versionNegotiation: { mode } })
  const [ours, theirs] = InMemoryTransport.createLinkedPair()
  const connection = serveStdio(() => toolServer(call), { transport: theirs })
  onTestFinished(async () => {
    await client.close()
    await connection.close()
  })
  await client.connect(ours)
  return {
    client,
    call: async (name: string, given: Record<string, unknown> = {}) => {
      const { content, isError = false } = await client.callTool({ name, arguments: given })
      const [first] = content
      return { text: first?.type === 'text' ? first.text : '', isError }
    },
  }
}

const proxies = { fromOptions: new Map(), fromProfile: [], environment: {} }

function directly(profile?: AskedCaller): CallTool {
  const exchangeUrls = new Map(Object.entries({ ...running.simulator.baseUrls, ...running.simulator.officials.urls }))
  const source = openDirectSource({ exchangeUrls, proxies, exchangeKeysFile: null, timeoutMs: null }, usualExchanges)
  onTestFinished(source.close)
  return callToolHere(source.p2p, profile)
}
const through = (key: string, url = running.url, profile?: AskedCaller): CallTool =>
  callToolOnServer(openServerSource(url, key, { proxies, timeoutMs: null }).p2p, profile)

const given: Readonly<Record<string, Record<string, unknown>>> = {
  list_markets: {},
  get_rates: { fiat: 'UAH' },
  get_quote: { fiat: 'UAH', side: 'SELL', amount_usdt: 300 },
  get_orderbook: { exchange: 'binance', fiat: 'UAH', rows: 3 },
  convert_money: { from: 'EUR', to: 'UAH', amount: 500 },
  get_reference_price: { fiat: 'UAH' },
  find_arbitrage: { fiat: 'UAH', amount: 5000 },
  check_sources: { fiat: 'UAH' },
}

describe.each(['legacy', 'auto'] as const)('the tools, asked by the official client (%s)', (mode) => {
  test('without a server every question about the present is answered by the exchanges', async () => {
    const { client, call } = await connect(directly(), mode)
    expect((await client.listTools()).tools).toEqual(listedTools)
    expect(client.getInstructions()).toBe(toolInstructions)
    for (const [name, words] of Object.entries(given)) {
      const { text, isError } = await call(name, words)
      expect({ name, isError }).toEqual({ name, isError: false })
      if (name !== 'list_markets') expect(text).toMatch(/^SIMULATED exchanges: none of these prices exists\.\n/)
    }
    expect((await call('list_markets')).text).toContain('there is no plan')
  })

  test('through a server it says what the server says', async () => {
    const { call } = await connect(through(running.keys.Business), mode)
    for (const [name, words] of Object.entries({
      ...given,
      get_price_history: { fiat: 'UAH' },
      get_reference_price: { at: '2026-11-01T12:00:00Z' },
    }))
      expect(await call(name, words)).toMatchObject({
        isError: false,
        text: expect.stringMatching(name === 'list_markets' ? /^USDT on: / : /^SIMULATED/),
      })
    expect((await call('list_markets')).text).toContain('Plan Business')
  })
})

test('the settings about me apply, with a server and without one alike', async () => {
  const me = profileQuery({ orders: 120, exchanges: ['okx'], methods: ['monobank'] })
  for (const { call } of [await connect(directly(me)), await connect(through(running.keys.Pro, running.url, me))]) {
    expect((await call('get_rates')).text).toMatch(
      /\nPrices for you: 120 orders, okx, «monobank» \(your profile\)\.\n.*\nYou buy at [\d.]+ on okx\./,
    )
    expect((await call('check_sources')).text).not.toContain('your profile')
  }
  const { call } = await connect(directly({ my_exchanges: ['binanse' as never] }))
  expect((await call('get_rates')).text).toMatch(
    /^unsupported_exchange: .* Next: Tell the user to correct their profile/,
  )
})

test('through a server each call is one request of the plan, and no more is asked to connect', async () => {
  const used = async () => {
    const headers = { 'X-API-Key': running.keys.Pro }
    const answer = await fetch(`${running.baseUrl}/me`, { headers })
    return ((await answer.json()) as { used_this_month: number }).used_this_month
  }
  const before = await used()
  const { client, call } = await connect(through(running.keys.Pro))
  await client.listTools()
  await call('get_price_history', { fiat: 'UAH' })
  await call('get_rates', { fiat: 'UAH' })
  expect(await used()).toBe(before + 3)
})

describe('an unanswerable call gets an explanation in words', () => {
  test('the past without a server', async () => {
    const { call } = await connect(directly())
    expect(await call('get_reference_price', { at: '2026-11-01T12:00:00Z' })).toMatchObject({
      isError: true,
      text: expect.stringMatching(/^needs_server: /),
    })
    expect(await call('get_price_history')).toEqual({
      isError: true,
      text: 'needs_server: history needs a server, which remembers past prices. Next: Tell the user to start this tool with --server and a key: a server remembers the past.',
    })
  })

  test('mistakes, with a server and without one alike', async () => {
    for (const { call } of [await connect(directly()), await connect(through(running.keys.Free))])
      for (const [name, words, expected] of [
        ['get_rates', { fiat: 'EUD' }, /^unsupported_fiat: .*Did you mean `EUR`\?/],
        ['get_rates', { fait: 'EUR' }, /^invalid_parameter: `fait` is unknown: did you mean `fiat`\?/],
        ['get_rats', {}, /^unknown_tool: .*Did you mean `get_rates`\?/],
      ] as const)
        expect.soft(await call(name, words)).toEqual({ isError: true, text: expect.stringMatching(expected) })
  })

  test('a plan that is too low, a wrong key, a server that is not there', async () => {
    const free = await connect(through(running.keys.Free))
    expect((await free.call('find_arbitrage')).text).toMatch(
      /^plan_required: .* Next: Do not repeat it with this key\./,
    )
    const stranger = await connect(through('p2p_wrong'))
    expect((await stranger.call('get_rates')).text).toMatch(/^invalid_key: .* Next: Tell the user that the key/)
    const nobody = await connect(through('p2p_any', 'http://127.0.0.1:9'))
    expect((await nobody.call('get_rates')).text).toMatch(/^connection_failed: .* Next: Tell the user/)
  })
})

test('a wrong setting ends it before the assistant asks anything', async () => {
  const { code, out, err } = await p2p(['mcp', '--server', 'ftp://nowhere', '--key', 'p2p_any'])
  expect({ code, out }).toEqual({ code: 2, out: '' })
  expect(err).toContain('https://')
})
