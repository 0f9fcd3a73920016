import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { arbitrage, convert, me, orderbook, rates, sources } from '@p2p-rates/contract'
import { describe, expect, onTestFinished, test } from 'vitest'
import { makeHome, runnerIn } from '../testing/run-p2p.js'

function person(profiles?: unknown) {
  const { home, remove } = makeHome()
  onTestFinished(remove)
  const file = join(home, 'config', 'p2p', 'profiles.json')
  if (profiles !== undefined) {
    mkdirSync(join(file, '..'), { recursive: true })
    writeFileSync(file, typeof profiles === 'string' ? profiles : JSON.stringify(profiles))
  }
  return {
    p2p: runnerIn(home),
    kept: () => JSON.parse(readFileSync(file, 'utf8')),
    text: () => readFileSync(file, 'utf8'),
  }
}

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
const json =
  (value: unknown): RequestListener =>
  (_, response) =>
    response.setHeader('content-type', 'application/json').end(JSON.stringify(value))

describe('login', () => {
  test('keeps earlier values, takes the piped key without its line break, and uses the profile', async () => {
    const url = await serve(json(me.example))
    const { p2p, kept } = person({ current: 'other', profiles: { work: { fiat: 'EUR', timeout: '5' } } })
    const { code, out } = await p2p(['login', '--server', url, '--profile', 'work'], { input: '  p2p_key \r\n' })
    expect({ code, out }).toEqual({ code: 0, out: `Logged in to ${url} with p2p_7Hk2QzX9..., plan Pro.\n` })
    expect(kept()).toEqual({
      current: 'work',
      profiles: { work: { fiat: 'EUR', timeout: '5', server: url, key: 'p2p_key' } },
    })
  })

  test('creates the profile of the option or the variable', async () => {
    const url = await serve(json(me.example))
    for (const [words, env] of [
      [['login', '--server', url, '--key', 'k', '--profile', 'work'], {}],
      [['--profile', 'work', 'login', '--server', url, '--key', 'k'], {}],
      [['login', '--server', url, '--key', 'k'], { P2P_PROFILE: 'work' }],
    ] as const) {
      const { p2p, kept } = person()
      expect(await p2p(words, { env })).toMatchObject({ code: 0 })
      expect(kept()).toEqual({ current: 'work', profiles: { work: { server: url, key: 'k' } } })
    }
  })

  test('remembers nothing that the server has not accepted', async () => {
    const url = await serve((_, response) =>
      response
        .writeHead(401, { 'content-type': 'application/json' })
        .end(JSON.stringify({ detail: { code: 'invalid_key', message: 'No.' } })),
    )
    const before = { current: 'default', profiles: { default: { server: 'https://mine.example', key: 'p2p_mine' } } }
    const { p2p, kept } = person(before)
    expect((await p2p(['login', '--server', url, '--key', 'p2p_wrong'])).code).not.toBe(0)
    expect(kept()).toEqual(before)
  })

  test('takes an empty variable for one that is not set', async () => {
    const url = await serve(json(me.example))
    const { p2p, kept } = person({ current: 'default', profiles: { default: { server: url } } })
    const { code, err } = await p2p(['login', '--key', 'p2p_key'], { env: { P2P_BASE_URL: '', P2P_PROFILE: '' } })
    expect({ code, err }).toMatchObject({ code: 0 })
    expect(kept()).toEqual({ current: 'default', profiles: { default: { server: url, key: 'p2p_key' } } })
  })

  test('shows nothing of an answer that a terminal would obey, whatever the format', async () => {
    const url = await serve(json({ ...me.example, key_prefix: 'p2p_\u001b[2J\u009b31mx', plan: 'Pro\r\u202e' }))
    for (const format of [[], ['--json']]) {
      const { code, out, err } = await person().p2p(['login', '--server', url, '--key', 'k', ...format])
      expect(code).toBe(0)
      expect(`${out}${err}`).not.toMatch(/[\u001b\u009b\r\u202e]/)
    }
  })
})

describe('config', () => {
  test('saves who asks, says for whom prices are, and sends it with questions about prices', async () => {
    const asked: string[] = []
    const sure = { level: 'high', reasons: [] }
    const none = { buy: [], sell: [] }
    const url = await serve((request, response) => {
      asked.push(request.url ?? '')
      const isOfRates = asked.length === 1
      const answer = isOfRates
        ? { ...rates.example, confidence: { buy: sure, sell: sure }, rails: none }
        : sources.example
      json(answer)(request, response)
    })
    const { p2p } = person({ current: 'default', profiles: { default: { server: url, key: 'k' } } })
    for (const [name, value] of [
      ['me.orders', '12'],
      ['me.exchanges', 'binance, Bybit'],
      ['me.verified', 'true'],
    ])
      expect(await p2p(['config', 'set', name ?? '', value ?? ''])).toMatchObject({ code: 0 })
    const { code, err } = await p2p(['rates', 'UAH', '--table'])
    expect({ code, err }).toMatchObject({
      code: 0,
      err: expect.stringContaining('Prices for you: 12 orders, verified, Binance, Bybit (your profile).'),
    })
    // Exchanges without an account are not missing.
    expect(err).not.toMatch(/Bitget|MEXC|KuCoin/)
    expect(asked[0]).toContain('my_orders=12&my_verified=true&my_exchanges=binance%2Cbybit')
    for (const [name, value] of [
      ['me.orders', '-1'],
      ['me.completion-pct', '101'],
      ['me.account-days', '1.5'],
      ['me.verified', 'yes'],
      ['me.exchanges', 'bynance'],
    ])
      expect(await p2p(['config', 'set', name ?? '', value ?? ''])).toMatchObject({ code: 2 })
  })

  test('names the profile that leaves no ad, in a pipe, too, and not where the question replaces it', async () => {
    const { p2p } = person({ current: 'default', profiles: { default: { 'me.methods': 'privat,wise' } } })
    const unavailable = { detail: { code: 'data_unavailable', message: 'No fresh prices.' } }
    const empty = {
      ...{
        orderbook: { ...orderbook.example, count: 0, ads: [] },
        arbitrage: { ...arbitrage.example, opportunities: [] },
      },
      convert: {
        ...convert.example,
        buy: null,
        sell: null,
        received: null,
        unfilled: { leg: 'buy', amount: 300, reason: 'no_ads' },
      },
    }
    const url = await serve((request, response) => {
      const path = new URL(request.url ?? '', 'http://x').pathname.split('/').at(-1) ?? ''
      if (path === 'rates') response.statusCode = 503
      json(path === 'rates' ? unavailable : path === 'sources' ? sources.example : empty[path as 'convert'])(
        request,
        response,
      )
    })
    const env = { P2P_BASE_URL: url, P2P_API_KEY: 'k' }
    const limits = 'Your profile allows only privat or wise. To allow all: p2p config delete me.methods'
    for (const words of [
      'rates EUR',
      'ads EUR',
      'arbitrage TRY',
      'convert 300 EUR UAH',
      'convert 300 EUR UAH --to-method wise',
    ]) {
      const { err } = await p2p(words.split(' '), { env })
      expect.soft({ words, err }).toEqual({ words, err: expect.stringContaining(limits) })
      expect.soft(err).not.toContain('p2p doctor')
    }
    for (const words of [
      'rates EUR -m wise',
      'ads EUR -m wise',
      'convert 300 EUR UAH --from-method wise --to-method wise',
    ])
      expect.soft((await p2p(words.split(' '), { env })).err, words).not.toContain('Your profile')
  })

  test('an exchange of the command replaces those of the person, and the heading does not name them', async () => {
    const asked: string[] = []
    const url = await serve((request, response) => {
      asked.push(request.url ?? '')
      json(orderbook.example)(request, response)
    })
    const profile = { server: url, key: 'k', 'me.orders': '12', 'me.exchanges': 'okx', 'me.methods': 'wise' }
    const { p2p } = person({ current: 'default', profiles: { default: profile } })
    expect((await p2p(['orderbook', 'binance', '--table'])).err).toContain(
      'Prices for you: 12 orders, wise (your profile).',
    )
    expect(asked[0]).not.toContain('my_exchanges')
    expect((await p2p(['orderbook', '-m', 'mono', '--table'])).err).toContain(
      'Prices for you: 12 orders, OKX (your profile).',
    )
  })

  test('remembers under any name, also one that every object has', async () => {
    const { p2p, kept } = person()
    for (const name of ['__proto__', 'constructor', 'a b']) {
      expect((await p2p(['config', 'update', 'fiat', 'eur', '--profile', name])).code).toBe(0)
      expect(await p2p(['config', 'get', 'fiat', '--profile', name])).toMatchObject({ code: 0, out: 'EUR\n' })
    }
    expect(Object.keys(kept().profiles)).toEqual(['__proto__', 'constructor', 'a b'])
  })

  test('a bad value is reported by the name of its profile or variable', async () => {
    const { p2p } = person({ current: 'default', profiles: { default: { fiat: 'ZZZ', timeout: 'soon' } } })
    const err = async (env: Record<string, string>, ...words: string[]) =>
      (await p2p(['rates', '--direct', ...words], { env })).err
    expect(await err({})).toContain('timeout of the profile must be a number of seconds')
    expect(await err({ P2P_TIMEOUT: 'soon' })).toContain('P2P_TIMEOUT must be a number of seconds')
    expect(await err({ P2P_TIMEOUT: '1' })).toContain('fiat of the profile must be one of UAH, ')
    expect(await err({ P2P_TIMEOUT: '1', P2P_FIAT: 'ZZZ' })).toContain('P2P_FIAT must be one of UAH, ')
    expect(await err({ P2P_TIMEOUT: '1', P2P_LANG: 'uk' })).toContain('Можливі значення для fiat з профілю: UAH, ')
    expect(await err({ P2P_TIMEOUT: '1' }, '--fiat', 'ZZY')).toContain('--fiat must be one of UAH, ')
    expect(await err({ P2P_TIMEOUT: '1', P2P_EXCHANGE_URLS: 'x' })).toContain('P2P_EXCHANGE_URLS must have the form')
  })

  test('uses only a profile that is there, and none is there by birth', async () => {
    const { p2p, text } = person({ current: 'default', profiles: { work: {} } })
    const before = text()
    for (const name of ['__proto__', 'toString', 'home'])
      expect(await p2p(['config', 'use', name])).toMatchObject({
        code: 2,
        err: expect.stringContaining('Unknown profile'),
      })
    expect(text()).toBe(before)
    expect((await p2p(['config', 'use', 'work'])).code).toBe(0)
    expect(JSON.parse(text())).toMatchObject({ current: 'work' })
  })

  test('forgets one value and keeps the rest; an unset one causes a note', async () => {
    const { p2p, kept } = person({ current: 'a', profiles: { a: { fiat: 'EUR', timeout: '5' } } })
    expect((await p2p(['config', 'delete', 'fiat'])).code).toBe(0)
    expect(kept().profiles).toEqual({ a: { timeout: '5' } })
    expect(await p2p(['config', 'get', 'fiat'])).toMatchObject({ code: 1, err: expect.stringContaining('not set') })
    expect(await p2p(['config', 'get', 'colour'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('Unknown setting colour'),
    })
  })

  test('lists profiles without what a terminal would obey, keys and passwords', async () => {
    const hostile = {
      server: 'https://s.example/\u001b]0;x\u0007',
      key: 'p2p_0123456789',
      proxy: 'http://me:secret@h:1',
    }
    const { p2p } = person({ current: 'a', profiles: { 'a\u001b[31m': hostile } })
    for (const format of [[], ['--table'], ['--csv'], ['--json']]) {
      const { code, out } = await p2p(['config', 'list', ...format])
      expect({ format, code, isObeyed: /[\u001b\u0007]/.test(out) }).toEqual({ format, code: 0, isObeyed: false })
      expect(out).not.toMatch(/p2p_01234567|secret/)
      expect(out).toContain('p2p_0123...')
    }
  })

  test.each(['{"current":"a","profiles":[]}', '{"current":"a","profiles":{"a":[]}}', '{"current":"a","profi'])(
    'touches nothing in a file of %j, which it does not understand',
    async (broken) => {
      const { p2p, text } = person(broken)
      for (const words of ['config set fiat EUR', 'config list', 'logout', 'webhooks listen --print-secret']) {
        const { code, err } = await p2p(words.split(' '))
        expect({ words, code, err }).toEqual({ words, code: 1, err: expect.stringContaining('are not valid') })
      }
      expect(text()).toBe(broken)
    },
  )
})

test('logout forgets server and key of one profile, once', async () => {
  const other = { server: 'https://other.example', key: 'p2p_other' }
  const { p2p, kept } = person({ current: 'a', profiles: { a: { ...other, fiat: 'EUR' }, b: other } })
  expect((await p2p(['logout'])).code).toBe(0)
  expect(kept().profiles).toEqual({ a: { fiat: 'EUR' }, b: other })
  expect(await p2p(['logout'])).toMatchObject({ code: 1, err: expect.stringContaining('no saved server or key') })
})

test('completion offers what a server names on one line each, with nothing that a terminal would obey', async () => {
  const webhook = { id: 'wh_1\nrm\t-rf', event: 'spread\u001b[31m', fiat: 'UAH', threshold: 1 }
  const url = await serve(json({ webhooks: [webhook] }))
  const { p2p } = person()
  const { code, out } = await p2p(['complete', '--', 'webhooks', 'get', ''], {
    env: { P2P_BASE_URL: url, P2P_API_KEY: 'k' },
  })
  expect({ code, out }).toEqual({ code: 0, out: 'wh_1 rm -rf\tspread UAH 1\n' })
})
