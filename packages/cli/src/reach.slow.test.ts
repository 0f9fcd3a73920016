import { once } from 'node:events'
import { createServer, type RequestListener, request } from 'node:http'
import { type AddressInfo, connect, createServer as createSocketServer } from 'node:net'
import { startServer, type TestServer } from '@p2p-rates/server/testing'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { makeHome, runnerIn } from './testing/run-p2p.js'

const { home, remove } = makeHome()
const p2p = runnerIn(home)
let server: TestServer

beforeAll(async () => {
  server = await startServer({ fiats: ['EUR'], historyDays: 0 })
})
afterAll(async () => {
  await server.stop()
  remove()
})

async function listen(handle: RequestListener): Promise<string> {
  const listener = createServer(handle).listen(0, '127.0.0.1')
  await once(listener, 'listening')
  onTestFinished(() => {
    listener.closeAllConnections()
    listener.close()
  })
  return `http://127.0.0.1:${(listener.address() as AddressInfo).port}`
}

/** Goes wherever it is sent, as proxies do, but to one machine only; tells where it was sent. */
async function startProxy(to: string) {
  const asked: string[] = []
  const { hostname, port } = new URL(to)
  const proxy = createServer((incoming, answer) => {
    asked.push(incoming.url ?? '')
    const { pathname, search } = new URL(incoming.url ?? '')
    const { method, headers } = incoming
    incoming.pipe(
      request({ hostname, port, method, headers, path: pathname + search }, (from) => {
        answer.writeHead(from.statusCode ?? 502, from.headers)
        from.pipe(answer)
      }),
    )
  })
  proxy.on('connect', ({ url = '' }, socket) => {
    asked.push(url)
    const there = connect(Number(port), hostname, () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      there.pipe(socket).pipe(there)
    })
    there.on('error', () => socket.destroy())
    socket.on('error', () => there.destroy())
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  onTestFinished(() => {
    proxy.closeAllConnections()
    proxy.close()
  })
  return { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, asked }
}

describe('a proxy', () => {
  // No such name exists: only the proxy can answer for it.
  const elsewhere = 'http://p2p.invalid'

  test('by a variable, an option or the profile leads to a server', async () => {
    for (const how of ['HTTP_PROXY', 'http_proxy', 'P2P_PROXY', 'option', 'profile']) {
      const proxy = await startProxy(server.url)
      const env: Record<string, string> = { P2P_BASE_URL: elsewhere, P2P_API_KEY: server.keys.Pro }
      const words = ['rates', '--fiat', 'EUR']
      if (how === 'option') words.push('--proxy', proxy.url)
      else if (how === 'profile') await p2p(['config', 'update', 'proxy', proxy.url])
      else env[how] = proxy.url
      const run = await p2p(words, { env })
      await p2p(['config', 'delete', 'proxy'])
      expect.soft({ how, ...run }).toMatchObject({ how, code: 0, out: expect.stringContaining('binance\t') })
      expect.soft({ how, asked: proxy.asked.join(' ') }).toEqual({ how, asked: expect.stringContaining('p2p.invalid') })
    }
  })

  test('NO_PROXY leaves it out, and nothing is asked through it', async () => {
    const proxy = await startProxy(server.url)
    const env = { P2P_BASE_URL: elsewhere, P2P_API_KEY: 'p2p_x', HTTP_PROXY: proxy.url, NO_PROXY: 'p2p.invalid' }
    // Without a name server the lookup fails with EAI_AGAIN.
    expect(await p2p(['rates'], { env })).toMatchObject({ code: 1, err: expect.stringMatching(/ENOTFOUND|EAI_AGAIN/) })
    expect(proxy.asked).toEqual([])
  })

  test('a stream comes through it, too', async () => {
    const proxy = await startProxy(server.url)
    const env = { P2P_BASE_URL: elsewhere, P2P_API_KEY: server.keys.Pro, P2P_PROXY: proxy.url }
    const run = await p2p(['watch', '--json', '--fiat', 'EUR', '--field', 'fiat', '--limit', '1'], { env })
    expect(run).toMatchObject({ code: 0, out: 'EUR\n' })
    expect(proxy.asked.join(' ')).toContain('p2p.invalid')
  })

  test('remembered addresses of exchanges and a remembered patience are used, and a server is not left for them', async () => {
    const urls = Object.entries(server.simulator.baseUrls).map(([id, url]) => `${id}=${url}`)
    expect((await p2p(['config', 'update', 'exchange-url', urls.join(',')])).code).toBe(0)
    expect((await p2p(['config', 'update', 'timeout', '30'])).code).toBe(0)
    const direct = await p2p(['rates', '--fiat', 'EUR'])
    const asServer = { P2P_BASE_URL: server.url, P2P_API_KEY: server.keys.Pro }
    const byServer = await p2p(['usage', '--plan'], { env: asServer })
    await p2p(['config', 'delete', 'exchange-url'])
    await p2p(['config', 'delete', 'timeout'])
    expect(direct).toMatchObject({
      code: 0,
      out: expect.stringContaining('binance\t'),
      err: expect.stringContaining('addresses of --exchange-url, P2P_EXCHANGE_URLS or the profile'),
    })
    expect(byServer).toMatchObject({ code: 0, out: expect.stringContaining('plan\tPro') })
  })

  test('doctor offers to save the setting that worked, and no other', async () => {
    const { okx = '' } = server.simulator.baseUrls
    const proxy = await startProxy(okx)
    const words = [
      'doctor',
      '--fiat',
      'EUR',
      '--exchange-url',
      `okx=${okx}`,
      '--exchange-url',
      'bybit=http://127.0.0.1:1',
    ]
    const { err } = await p2p([...words, '--proxy', `okx=${proxy.url}`, '--timeout', '20'])
    expect(err).toContain(`p2p config set proxy okx=${proxy.url}\n`)
    expect(err).toContain(`p2p config set exchange-url okx=${okx}\n`)
    expect(err).toContain('p2p config set timeout 20\n')
  })
})

describe('patience', () => {
  const silent = async () => {
    const listener = createSocketServer(() => {}).listen(0, '127.0.0.1')
    await once(listener, 'listening')
    onTestFinished(() => void listener.close())
    return `http://127.0.0.1:${(listener.address() as AddressInfo).port}`
  }

  test('a server that never answers is given up once, after the timeout', async () => {
    const url = await silent()
    const commands = ['rates', 'usage --plan', 'markets', 'watch --json', 'watch --ndjson', 'webhooks list']
    const runs = commands.map((words) => p2p([...words.split(' '), '--server', url, '--timeout', '0.5']))
    for (const [index, run] of (await Promise.all(runs)).entries())
      expect.soft({ words: commands[index], ...run }).toMatchObject({
        words: commands[index],
        code: 1,
        err: expect.stringContaining(`${url} gave no complete answer within 0.5 s`),
      })
  })

  test('one silent exchange costs the timeout: the rest are shown, and it is named', async () => {
    const urls = { ...server.simulator.baseUrls, kucoin: await silent() }
    const direct = Object.entries(urls).flatMap(([id, url]) => ['--exchange-url', `${id}=${url}`])
    const { code, out, err } = await p2p(['rates', '--fiat', 'EUR', '--timeout', '3', ...direct])
    expect({ code, err }).toEqual({
      code: 0,
      err: expect.stringMatching(/KuCoin is missing: .*gave up.*\n +p2p doctor/),
    })
    expect(out).toMatch(/^binance\t/)
  })

  test('--timeout takes seconds, more than none and at most an hour', async () => {
    for (const seconds of ['0', '-1', 'soon', '99999']) {
      const run = await p2p(['rates', '--timeout', seconds])
      expect.soft({ seconds, ...run }).toMatchObject({ seconds, code: 2, err: expect.stringContaining('3600') })
    }
  })
})

describe('a server with an exchange that its operator plugged in', () => {
  const answers: Record<string, unknown> = {
    '/rates': {
      asset: 'USDT',
      fiat: 'UAH',
      updated_at: '2026-11-21T10:05:00.000Z',
      best_buy: { price: 41, exchange: 'souk' },
      best_sell: { price: 40, exchange: 'binance' },
      cross_exchange_spread_pct: null,
      exchanges: [
        { exchange: 'souk', buy: 41, sell: 39, buy_ads: 1, sell_ads: 1 },
        { exchange: 'binance', buy: 42, sell: 40, buy_ads: 1, sell_ads: 1 },
      ],
    },
    '/sources': { sources: [] },
  }
  const serving = (names: string) =>
    listen(({ url = '' }, response) => {
      const path = url.replace('/api/v1', '').replace(/\?.*/, '')
      const body = path === '/stream' ? `event: rates\nid: 1\ndata: ${JSON.stringify(answers['/rates'])}\n\n` : null
      response
        .writeHead(200, {
          'content-type': body === null ? 'application/json' : 'text/event-stream',
          'x-exchange-names': names,
        })
        .end(body ?? JSON.stringify(answers[path]))
    })

  test('people read the name that the server gives it, scripts the id; no listed exchange is called otherwise', async () => {
    const url = await serving('souk=Grand+Souk%1B%5B31m&binance=Evil&&%E0=%')
    const { out } = await p2p(['rates', '--table', '--server', url, '--key', 'p2p_x'])
    expect(out).toContain('Grand Souk')
    expect(out).toContain('Binance')
    expect(out).not.toMatch(/souk|Evil|\x1b/)
    expect((await p2p(['rates', '--server', url, '--key', 'p2p_x'])).out).toMatch(/^souk\t/m)
    const { out: streamed } = await p2p(['watch', '--table', '--limit', '1', '--server', url, '--key', 'p2p_x'])
    expect(streamed).toContain('Grand Souk')
  })
})

/** Everything a terminal would obey, in the places a server can write to. */
const evil = '\x1b[31m\x9b5m\u202eevil\x07\u200b'
const isObeyed = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u202e]/

describe('a server that is none', () => {
  const limits = { monthly_quota: 1, requests_per_minute: 1, orderbook_rows: 1, history_hours: 1 }
  const answers: Record<string, unknown> = {
    '/rates': {
      asset: 'USDT',
      fiat: evil,
      updated_at: evil,
      best_buy: { price: 41, exchange: evil },
      best_sell: { price: 40, exchange: evil },
      cross_exchange_spread_pct: null,
      exchanges: [{ exchange: evil, buy: 41, sell: 40, buy_ads: 1, sell_ads: 1 }],
    },
    '/orderbook': { asset: evil, exchange: evil, fiat: evil, side: 'BUY', payment_method: evil, count: 0, ads: [] },
    '/me': { plan: evil, key_prefix: evil, used_this_month: 1, monthly_quota: 2, requests_per_minute: 3 },
    '/markets': {
      asset: evil,
      exchanges: [evil],
      fiats: [{ code: evil, name: evil }],
      plan: { ...limits, name: evil, features: [evil] },
    },
    '/sources': { sources: [] },
  }
  const lying = () =>
    listen(({ url = '' }, response) => {
      const path = url.replace('/api/v1', '').replace(/\?.*/, '')
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answers[path]))
    })

  test('nothing of its answers is shown that a terminal obeys', async () => {
    const url = await lying()
    for (const words of ['rates', 'orderbook -e okx', 'usage --plan', 'markets'])
      for (const format of ['--table', '--json', '--ndjson', '--csv', '--no-color']) {
        const { out, err } = await p2p([...words.split(' '), format, '--server', url, '--key', 'p2p_x'])
        expect.soft((out + err).replaceAll('\r\n', '\n'), words).not.toMatch(isObeyed)
        if (format === '--json')
          expect.soft(JSON.stringify(JSON.parse(out))).toContain(JSON.stringify(evil).slice(1, -1))
      }
  })

  const malformed: readonly (readonly [words: string, answer: string])[] = [
    ['rates', '{"fiat":"UAH"}'],
    ['rates', '{"fiat":"UAH","updated_at":"x","best_buy":null,"best_sell":null,"exchanges":[]}'],
    ['rates', '{"fiat":"UAH","updated_at":"x","exchanges":[{"exchange":{},"buy":1}]}'],
    ['rates', '[]'],
    ['orderbook -e okx', '{"ads":null}'],
    ['usage --plan', '{"plan":{"a":1}}'],
    ['usage', '{"days":[{"day":"2026-11-21","endpoint":{}}],"keys":[]}'],
    ['usage --errors', '{"days":[],"keys":[],"recent_errors":[{"code":7,"last_at":{}}]}'],
    ['markets', '{}'],
    ['quote --amount 5', '{"fills":7}'],
    ['stats', '{"cheapest_hours_kyiv":[{"hour":"x"}]}'],
    ['history', '{"points":[{"t":{}}]}'],
  ]
  test('a malformed answer becomes one sentence', async () => {
    let answer = ''
    const url = await listen((_, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(answer),
    )
    for (const [words, malformedAnswer] of malformed) {
      answer = malformedAnswer
      const { code, out, err } = await p2p([...words.split(' '), '--server', url, '--key', 'p2p_x'])
      expect.soft({ words, answer, code, out }).toEqual({ words, answer, code: 1, out: '' })
      expect.soft(err).toMatch(/has an unknown form\..*\n.*p2p doctor/)
      expect.soft(err).not.toMatch(/undefined|\bat /)
    }
  })

  test('an answer without an end is left in the middle', async () => {
    let sentBytes = 0
    const piece = Buffer.alloc(1_000_000, ' ')
    const url = await listen((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      const send = () => {
        while (!response.destroyed && response.write(piece)) sentBytes += piece.length
        sentBytes += piece.length
      }
      response.on('drain', send)
      send()
    })
    const run = await p2p(['rates', '--server', url, '--key', 'p2p_x', '--timeout', '60'])
    expect(run).toMatchObject({ code: 1, err: expect.stringContaining('has no end') })
    // Three attempts of twenty megabytes, and what the sockets between hold.
    expect(sentBytes).toBeLessThan(100_000_000)
  })
})
