import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Benchmark } from './benchmark.js'
import { startProduct } from './http/servers.js'
import { medianOf, quantileOf } from './median-time.js'

const rounds = 400
const warmRounds = 100
const goalMs = 5

const pairs = [
  { tool: 'get_rates', given: { fiat: 'UAH' }, path: '/rates?fiat=UAH&include=confidence' },
  {
    tool: 'get_orderbook',
    given: { exchange: 'binance', fiat: 'UAH' },
    path: '/orderbook?exchange=binance&fiat=UAH&rows=10&include=trust',
  },
  { tool: 'get_quote', given: { fiat: 'UAH', amount: 20_000 }, path: '/quote?fiat=UAH&amount=20000' },
  { tool: 'get_price_history', given: { fiat: 'UAH', hours: 24 }, path: '/history?fiat=UAH&hours=24&max_points=24' },
  { tool: 'find_arbitrage', given: { fiat: 'UAH', amount: 20_000 }, path: '/arbitrage?fiat=UAH&amount=20000' },
  { tool: 'check_sources', given: { fiat: 'UAH' }, path: '/sources?fiat=UAH' },
] as const

export const mcpBenchmark: Benchmark = {
  name: 'mcp',
  goal: `a call of a tool <= ${goalMs} ms over the endpoint that it asks, in the median, for every tool`,
  run: async ({ print }) => {
    const server = await startProduct({
      days: 30,
      fiats: ['UAH'],
      accounts: 1,
      settings: { P2P_CYCLE_SECONDS: '3600' },
    })
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const key = { 'X-API-Key': server.keys[0] ?? '' }
    let failed = 0

    const timed = async (path: string, headers: Readonly<Record<string, string>>, body?: string): Promise<number> => {
      const startedMs = performance.now()
      const answer = await new Promise<string>((done, fail) => {
        const method = body === undefined ? 'GET' : 'POST'
        request(server.url + path, { agent, method, headers: { ...key, ...headers } }, (incoming) =>
          text(incoming).then((read) => done(`${incoming.statusCode} ${read}`), fail),
        )
          .on('error', fail)
          .end(body)
      })
      if (!answer.startsWith('200 ') || answer.includes('"isError"')) failed += 1
      return performance.now() - startedMs
    }
    const figures: Record<string, number> = {}
    const overs: number[] = []
    try {
      for (const { tool, given, path } of pairs) {
        const times = { tool: [] as number[], endpoint: [] as number[] }
        for (let round = -warmRounds; round < rounds; round++) {
          const endpointMs = await timed(`/api/v1${path}`, {})
          const toolMs = await timed('/mcp', { ...ofProtocol, 'Mcp-Name': tool }, callOf(tool, given))
          if (round < 0) continue
          times.endpoint.push(endpointMs)
          times.tool.push(toolMs)
        }
        const [toolMs, endpointMs] = [medianOf(times.tool), medianOf(times.endpoint)]
        const p99OverMs = quantileOf(times.tool, 0.99) - quantileOf(times.endpoint, 0.99)
        overs.push(toolMs - endpointMs)
        figures[`${tool}_over_ms`] = toolMs - endpointMs
        figures[`${tool}_ratio`] = toolMs / endpointMs
        print(
          `  ${tool.padEnd(18)} ${toolMs.toFixed(2)} ms, its endpoint ${endpointMs.toFixed(2)} ms, over it at p99 ${p99OverMs.toFixed(2)} ms`,
        )
      }
      return { met: failed === 0 && Math.max(...overs) <= goalMs, figures: { ...figures, failed } }
    } finally {
      agent.destroy()
      server.stop()
    }
  },
}

const protocol = '2026-07-28'

const ofProtocol = {
  'Content-Type': 'application/json',
  Accept: 'application/json, text/event-stream',
  'MCP-Protocol-Version': protocol,
  'Mcp-Method': 'tools/call',
}

const callOf = (name: string, given: object): string =>
  JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: {
      name,
      arguments: given,
      _meta: {
        'io.modelcontextprotocol/protocolVersion': protocol,
        'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    },
  })
