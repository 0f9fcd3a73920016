import { request } from 'node:http'
import type { Benchmark } from './benchmark.js'
import { generateLoad, type Load, type LoadRequest, requireWrk, withKeys } from './http/load-generator.js'
import { pythonWithFastApi, type Running, startProduct, startRival } from './http/servers.js'
import { inTurns, medianOf } from './median-time.js'

const rounds = 3
const secondsPerRound = 3

const ratesPath = '/api/v1/rates?fiat=UAH'
const otherPaths = [
  '/api/v1/orderbook?exchange=binance&fiat=UAH&rows=20',
  '/api/v1/stats?fiat=UAH',
  '/api/v1/history?fiat=UAH&hours=720',
  '/api/v1/arbitrage?fiat=UAH&amount=20000',
  '/api/v1/quote?fiat=UAH&amount=20000',
  '/api/v1/me',
  '/api/v1/markets',
  '/api/v1/sources?fiat=UAH',
  '/api/v1/candles?fiat=UAH',
  '/api/v1/overview',
]

export const httpBenchmark: Benchmark = {
  name: 'http',
  goal: 'rates >= 0.80 of bare node:http, ahead of Fastify, >= 7x FastAPI; other endpoints >= 0.45; 304 faster than 200; overview of all currencies >= 0.65 of rates; rates of 512 different callers >= 0.35 of bare node:http; p99 <= 2x bare',
  run: async ({ print }) => {
    requireWrk()
    const product = await startProduct({ days: 30, accounts: 64 })
    const rivals: Running[] = []
    try {
      const paths = [ratesPath, ...otherPaths]
      const recorded = await Promise.all(paths.map((path) => record(product.url, path, product.keys[0] ?? '')))
      const etag = headerOf(recorded[0]?.headers ?? [], 'ETag')
      const unchanged = await record(product.url, ratesPath, product.keys[0] ?? '', etag)
      const bare = await startRival('bare', [...recorded, { ...unchanged, url: `304 ${ratesPath}` }])
      rivals.push(bare)
      const facts = { answers: recorded[0], keys: product.keys }
      const fastify = await startRival('fastify', facts)
      rivals.push(fastify)
      const fastapi = pythonWithFastApi() === null ? null : await startRival('fastapi', facts)
      if (fastapi !== null) rivals.push(fastapi)

      const measure = (server: Running, path: string, tag?: string) => () =>
        generateLoad(
          server.url,
          withKeys(path, product.keys, tag === undefined ? {} : { 'If-None-Match': tag }),
          secondsPerRound,
        )
      const jobs = Object.fromEntries<() => Promise<Load>>([
        ['bare rates', measure(bare, ratesPath)],
        ['our rates', measure(product, ratesPath)],
        ['our rates for you', () => generateLoad(product.url, questionsOfCallers(product.keys), secondsPerRound)],
        ['fastify rates', measure(fastify, ratesPath)],
        ...(fastapi === null ? [] : [['fastapi rates', measure(fastapi, ratesPath)] as const]),
        ['bare 304', measure(bare, ratesPath, etag)],
        ['our 304', measure(product, ratesPath, etag)],
        ['our tool', () => generateLoad(product.url, toolCalls(product.keys), secondsPerRound)],
        ...otherPaths.flatMap((path) => [
          [`bare ${nameOf(path)}`, measure(bare, path)] as const,
          [`our ${nameOf(path)}`, measure(product, path)] as const,
        ]),
      ])
      const results = await inTurns(jobs, { rounds })
      const speed = (name: string) => medianOf((results[name] ?? []).map((one) => one.requestsPerSecond))
      const p99 = (name: string) => medianOf((results[name] ?? []).map((one) => one.p99Ms))
      const badOf = (name: string) => (results[name] ?? []).reduce((sum, one) => sum + one.bad, 0)
      const bad = Object.keys(results).reduce((sum, name) => sum + badOf(name), 0)
      for (const name of Object.keys(results)) {
        const facts = `${speed(name).toFixed(0).padStart(7)} req/s  p99 ${p99(name).toFixed(1)} ms`
        print(`  ${name.padEnd(18)} ${facts}${badOf(name) === 0 ? '' : `  ${badOf(name)} bad answers`}`)
      }

      const others = Object.fromEntries(
        otherPaths.map((path) => [
          `${nameOf(path)}_to_bare`,
          speed(`our ${nameOf(path)}`) / speed(`bare ${nameOf(path)}`),
        ]),
      )
      const figures = {
        rates_to_bare: speed('our rates') / speed('bare rates'),
        rates_for_callers_to_bare: speed('our rates for you') / speed('bare rates'),
        rates_to_fastify: speed('our rates') / speed('fastify rates'),
        ...(fastapi === null ? {} : { rates_to_fastapi: speed('our rates') / speed('fastapi rates') }),
        not_modified_to_rates: speed('our 304') / speed('our rates'),
        tool_to_rates: speed('our tool') / speed('our rates'),
        overview_to_rates: speed('our overview') / speed('our rates'),
        p99_to_bare: p99('our rates') / p99('bare rates'),
        ...others,
        bad_answers: bad,
      }
      const met =
        figures.rates_to_bare >= 0.8 &&
        figures.rates_for_callers_to_bare >= 0.35 &&
        figures.rates_to_fastify > 1 &&
        (figures.rates_to_fastapi ?? 7) >= 7 &&
        figures.not_modified_to_rates > 1 &&
        figures.overview_to_rates >= 0.65 &&
        figures.p99_to_bare <= 2 &&
        Object.values(others).every((ratio) => ratio >= 0.45) &&
        bad === 0
      return { met, figures }
    } finally {
      for (const rival of rivals) rival.stop()
      product.stop()
    }
  },
}

type Recorded = {
  readonly url: string
  readonly status: number
  readonly headers: readonly string[]
  readonly body: string | null
}

/** One real answer, to the byte, less what Node adds by itself. */
const record = (base: string, path: string, key: string, etag?: string): Promise<Recorded> =>
  new Promise((done, fail) => {
    const headers = { 'X-API-Key': key, ...(etag === undefined ? {} : { 'If-None-Match': etag }) }
    request(base + path, { headers, agent: false }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('end', () => {
        const body = Buffer.concat(parts)
        done({
          url: path,
          status: answer.statusCode ?? 0,
          headers: pairs(answer.rawHeaders)
            .filter(([name]) => !/^(date|connection|keep-alive)$/i.test(name))
            .flat(),
          body: body.length === 0 ? null : body.toString('base64'),
        })
      })
    })
      .on('error', fail)
      .end()
  })

const pairs = (raw: readonly string[]): [string, string][] =>
  raw.flatMap((name, at) => (at % 2 === 0 ? [[name, raw[at + 1] ?? ''] as [string, string]] : []))

const headerOf = (headers: readonly string[], wanted: string): string =>
  pairs(headers).find(([name]) => name === wanted)?.[1] ?? ''

const nameOf = (path: string): string => /v1\/([\w-]+)/.exec(path)?.[1] ?? path

const protocol = '2026-07-28'

/** Callers with 8 different order counts and 64 account ages. */
const questionsOfCallers = (keys: readonly string[]): readonly LoadRequest[] =>
  Array.from({ length: 8 }, (_, orders) =>
    keys.flatMap((key, days) => withKeys(`${ratesPath}&my_orders=${orders * 20}&my_account_days=${days * 7}`, [key])),
  ).flat()

/** Calls of the MCP tool for rates. */
const toolCalls = (keys: readonly string[]): readonly LoadRequest[] =>
  keys.map((key) => ({
    path: '/mcp',
    method: 'POST',
    headers: {
      'X-API-Key': key,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'MCP-Protocol-Version': protocol,
      'Mcp-Method': 'tools/call',
      'Mcp-Name': 'get_rates',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: {
        name: 'get_rates',
        arguments: { fiat: 'UAH' },
        _meta: {
          'io.modelcontextprotocol/protocolVersion': protocol,
          'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
          'io.modelcontextprotocol/clientCapabilities': {},
        },
      },
    }),
  }))
