import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { listedTools, toolInstructions } from '@p2p-rates/contract'
import { startServer, type TestServer } from '@p2p-rates/server/testing'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { buildWhenStale, p2pProgram } from '../testing/built.js'
import { environmentOf, makeHome, runnerIn } from '../testing/run-p2p.js'

const { home, remove } = makeHome()
let running: TestServer
beforeAll(async () => {
  await buildWhenStale()
  running = await startServer({ fiats: ['UAH', 'EUR'], historyDays: 8 })
})
afterAll(async () => {
  await running.stop()
  remove()
})

/** The official client starts the built program, as assistants do. */
async function connect(
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
  mode: 'legacy' | 'auto' = 'auto',
) {
  const client = new Client({ name: 'an assistant', version: '1.0.0' }, { versionNegotiation: { mode } })
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [p2pProgram, 'mcp', ...words],
    env: environmentOf(home, env),
    cwd: home,
    stderr: 'pipe',
  })
  onTestFinished(() => client.close())
  await client.connect(transport)
  return {
    client,
    call: async (name: string, given: Record<string, unknown> = {}) => {
      const { content, isError = false } = await client.callTool({ name, arguments: given })
      const [first] = content
      return { text: first?.type === 'text' ? first.text : '', isError }
    },
  }
}

const directly = () =>
  Object.entries(running.simulator.baseUrls).flatMap(([id, url]) => ['--exchange-url', `${id}=${url}`])
const through = (key: string) => ({ P2P_BASE_URL: running.url, P2P_API_KEY: key })

const given: Readonly<Record<string, Record<string, unknown>>> = {
  list_markets: {},
  get_rates: { fiat: 'UAH' },
  get_quote: { fiat: 'UAH', side: 'SELL', amount_usdt: 300 },
  get_orderbook: { exchange: 'binance', fiat: 'UAH', rows: 3 },
  find_arbitrage: { fiat: 'UAH', amount: 5000 },
  check_sources: { fiat: 'UAH' },
}

describe.each(['legacy', 'auto'] as const)('p2p mcp, asked by the official client (%s)', (mode) => {
  test('without a server every question about the present is answered by the exchanges', async () => {
    const { client, call } = await connect(directly(), {}, mode)
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
    const { call } = await connect([], through(running.keys.Business), mode)
    for (const [name, words] of Object.entries({ ...given, get_price_history: { fiat: 'UAH' } }))
      expect(await call(name, words)).toMatchObject({
        isError: false,
        text: expect.stringMatching(name === 'list_markets' ? /^USDT on: / : /^SIMULATED/),
      })
    expect((await call('list_markets')).text).toContain('Plan Business')
  })
})

test('through a server each call is one request of the plan, and no more is asked to connect', async () => {
  const used = async () => {
    const headers = { 'X-API-Key': running.keys.Pro }
    const answer = await fetch(`${running.baseUrl}/me`, { headers })
    return ((await answer.json()) as { used_this_month: number }).used_this_month
  }
  const before = await used()
  const { client, call } = await connect([], through(running.keys.Pro))
  await client.listTools()
  await call('get_price_history', { fiat: 'UAH' })
  await call('get_rates', { fiat: 'UAH' })
  expect(await used()).toBe(before + 3)
})

describe('what cannot be answered is told in words', () => {
  test('the past without a server', async () => {
    const { call } = await connect(directly())
    expect(await call('get_price_history')).toEqual({
      isError: true,
      text: 'needs_server: history needs a server, which remembers past prices. Next: Tell the user to start this tool with --server and a key: a server remembers the past.',
    })
  })

  test.each([
    ['get_rates', { fiat: 'EUD' }, /^unsupported_fiat: .*Did you mean `EUR`\?/],
    ['get_rates', { fait: 'EUR' }, /^invalid_parameter: `fait` is unknown: did you mean `fiat`\?/],
    ['get_rats', {}, /^unknown_tool: .*Did you mean `get_rates`\?/],
  ])('%s %j, with a server and without one alike', async (name, words, expected) => {
    for (const { call } of [await connect(directly()), await connect([], through(running.keys.Free))]) {
      const { text, isError } = await call(name, words)
      expect(text).toMatch(expected)
      expect(isError).toBe(true)
    }
  })

  test('a plan that is too low, a wrong key, a server that is not there', async () => {
    const free = await connect([], through(running.keys.Free))
    expect((await free.call('find_arbitrage')).text).toMatch(
      /^plan_required: .* Next: Do not repeat it with this key\./,
    )
    const stranger = await connect([], through('p2p_wrong'))
    expect((await stranger.call('get_rates')).text).toMatch(/^invalid_key: .* Next: Tell the user that the key/)
    const nobody = await connect([], { P2P_BASE_URL: 'http://127.0.0.1:9', P2P_API_KEY: 'p2p_any' })
    expect((await nobody.call('get_rates')).text).toMatch(/^connection_failed: .* Next: Tell the user/)
  })
})

test('it ends when the assistant hangs up, and writes nothing but messages to standard output', async () => {
  const child = spawn(process.execPath, [p2pProgram, 'mcp', ...directly()], { cwd: home, env: environmentOf(home) })
  let out = ''
  let err = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    out += text
    child.stdin.end()
  })
  child.stderr.setEncoding('utf8').on('data', (text) => {
    err += text
  })
  const greeting = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } }
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: greeting })}\n`)
  expect(await once(child, 'close')).toEqual([0, null])
  expect(JSON.parse(out)).toMatchObject({ id: 1, result: { protocolVersion: '2025-06-18' } })
  expect(err).toContain('Tools over the exchanges themselves.')
})

test('a wrong setting ends it before the assistant asks anything', async () => {
  const { code, out, err } = await runnerIn(home)(['mcp', '--server', 'ftp://nowhere', '--key', 'p2p_any'])
  expect({ code, out }).toEqual({ code: 2, out: '' })
  expect(err).toContain('https://')
})
