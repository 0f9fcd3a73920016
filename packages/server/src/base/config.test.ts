import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defaultPlans } from '@p2p-rates/contract'
import { exchangeIds, fiats } from '@p2p-rates/core'
import { usualExchanges } from '@p2p-rates/core/internal'
import { checkEach } from '@p2p-rates/core/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ConfigError, digestOfMatchingSettings, readConfig, realExchangesWhileSimulated, settings } from './config.js'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'p2p-config-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const problemsOf = (environment: Record<string, string>): readonly string[] => {
  try {
    readConfig(environment)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}

test('nothing needs to be set', () => {
  const { config, warnings } = readConfig({})
  expect(config).toMatchObject({ HOST: '127.0.0.1', PORT: 8080, SIMULATED: false, PRIVATE_RECEIVERS: false })
  expect(config.FIATS).toEqual(fiats)
  expect(config.EXCHANGES).toEqual(exchangeIds)
  expect(config.PLANS).toEqual(defaultPlans)
  expect(warnings).toEqual([])
})

test('one message lists all problems with setting, expected form and value, and shows no secret', () => {
  const wrong = {
    P2P_PORT: '99999',
    P2P_FIATS: 'UAH,XXX',
    P2P_CYCLE_SECONDS: 'often',
    P2P_MASTER_KEY: 'my-secret-master-key',
    P2P_EXCHANGE_PROXIES: 'bybit=user:hunter2',
    P2P_SIMULATED: 'yes',
  }
  expect(problemsOf(wrong).map((problem) => problem.split(' ')[0])).toEqual(
    Object.keys(settings).flatMap((name) => (`P2P_${name}` in wrong ? [`P2P_${name}`] : [])),
  )
  let message = ''
  try {
    readConfig(wrong)
  } catch (error) {
    message = (error as Error).message
  }
  expect(message).toContain('6 problems')
  expect(message).toContain('P2P_PORT must be a whole number between 0 and 65535, not "99999"')
  expect(message).toContain('P2P_FIATS has "XXX": it must be a comma-separated list of ')
  expect(message).not.toMatch(/hunter2|my-secret/)
})

test('what one of several servers is ready to ask is among what all of them collect', () => {
  const shared = {
    P2P_DATABASE_URL: 'postgres://p2p@db.example.com/p2p?sslmode=verify-full',
    P2P_REDIS_URL: 'rediss://redis.example.com',
    P2P_MASTER_KEY: 'a'.repeat(64),
  }
  expect(readConfig({ ...shared, P2P_COLLECT: 'okx, bybit' }).config.COLLECT).toEqual(['okx', 'bybit'])
  expect(readConfig(shared).config.COLLECT).toBeUndefined()
  expect(problemsOf({ ...shared, P2P_EXCHANGES: 'okx', P2P_COLLECT: 'okx,bybit' })).toEqual([
    'P2P_COLLECT names exchanges that are not among P2P_EXCHANGES',
  ])
  expect(problemsOf({ P2P_COLLECT: 'okx' })).toEqual([expect.stringMatching(/^P2P_COLLECT needs P2P_REDIS_URL/)])
  expect(problemsOf({ ...shared, P2P_COLLECT: 'mtgox' })).toEqual([expect.stringMatching(/^P2P_COLLECT has "mtgox"/)])
})

test('what remote collectors read is the same on all servers over one database, and goes with both kinds of them', () => {
  const standby = {
    P2P_DATABASE_URL: 'postgres://p2p@db.example.com/p2p?sslmode=verify-full',
    P2P_MASTER_KEY: 'a'.repeat(64),
  }
  const shared = { ...standby, P2P_REDIS_URL: 'rediss://redis.example.com' }
  for (const several of [standby, shared])
    expect(readConfig({ ...several, P2P_REMOTE_EXCHANGES: 'bybit' }).config.REMOTE_EXCHANGES).toEqual(['bybit'])
  const [one, other] = ['bybit', 'okx'].map((remote) => readConfig({ ...shared, P2P_REMOTE_EXCHANGES: remote }).config)
  if (one === undefined || other === undefined) throw new Error('There are two.')
  expect(digestOfMatchingSettings(one)).not.toBe(digestOfMatchingSettings(other))
})

test('a database wants a key that all its servers have', () => {
  const url = 'postgres://p2p:secret@db.example.com:5432/p2p?sslmode=verify-full'
  expect(problemsOf({ P2P_DATABASE_URL: url })).toEqual([
    expect.stringMatching(/^P2P_DATABASE_URL needs P2P_MASTER_KEY/),
  ])
  expect(problemsOf({ P2P_DATABASE_URL: url, P2P_MASTER_KEY: 'a'.repeat(64) })).toEqual([])
  for (const wrong of ['mysql://db/p2p', 'postgres://db', 'db', `${url.replace('verify-full', 'no-verify')}`])
    expect(problemsOf({ P2P_DATABASE_URL: wrong, P2P_MASTER_KEY: 'a'.repeat(64) })).toEqual([
      expect.stringMatching(/^P2P_DATABASE_URL must (?:be an address|have no sslmode)/),
    ])
  const { effective } = readConfig({ P2P_DATABASE_URL: url, P2P_MASTER_KEY: 'a'.repeat(64) })
  expect(JSON.stringify(effective)).not.toContain('secret@')
})

const values: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  ['P2P_PORT', ['', '0', '65535'], ['-1', '65536', '80a', '0x50', '1e3', ' 80', '８０']],
  [
    'P2P_PUBLIC_URL',
    ['', 'https://rates.example.com', 'http://10.0.0.7:8080/', 'https://example.com/p2p'],
    [
      'rates.example.com',
      'ftp://a.example',
      'https://u:p@a.example',
      'https://a.example/api/v1',
      'https://a.example?x=1',
    ],
  ],
  ['P2P_METRICS_PORT', ['0', '9464'], ['x', '99999']],
  ['P2P_FIATS', ['UAH', 'UAH, EUR', 'uah'], ['UAH,', ',', 'BTC']],
  ['P2P_EXCHANGES', ['okx', 'binance,okx', 'OKX', 'kucoin,htx'], ['okx;binance', '__proto__']],
  ['P2P_CYCLE_SECONDS', ['30', '3600'], ['29', '3601', '0', '300.5']],
  ['P2P_CYCLE_SECONDS_BY_FIAT', ['UAH=60', 'UAH=60,EUR=120'], ['UAH', 'UAH=0', 'XXX=60', 'UAH=60;EUR=60']],
  [
    'P2P_EXCHANGE_URLS',
    ['okx=http://127.0.0.1:9', 'okx=http://a,htx=http://b'],
    ['okx', 'okx=ftp://a', 'okx=', 'mtgox=http://a'],
  ],
  ['P2P_PACING', ['on', 'off'], ['true', 'ON']],
  ['P2P_TRUSTED_FROM', ['0.05', '0.5', '0.95'], ['0', '1', '-0.5', '.5', '5e-1']],
  ['P2P_BAND_USDT', ['50-1000'], ['1000-50', '50-50', '50', '-50-1', 'a-b']],
  ['P2P_GATE_FLOOR_PCT', ['0.2', '5'], ['0.1', '6', '1%']],
  ['P2P_HISTORY_DAYS', ['31', '3660'], ['30', '4000']],
  ['P2P_MASTER_KEY', ['ab'.repeat(32), 'AB'.repeat(32)], ['ab', 'zz'.repeat(32), 'ab'.repeat(33)]],
  ['P2P_PROXY_HOPS', ['0', '10'], ['11', '-1', 'all']],
  ['P2P_LOG_LEVEL', ['debug', 'silent'], ['verbose', 'INFO']],
  ['P2P_LOG_FORMAT', ['auto', 'json', 'pretty'], ['text', 'JSON']],
  ['P2P_USER_AGENT', ['p2p/1'], ['line\nbreak', 'ünicode', 'x'.repeat(201)]],
  [
    'P2P_PLANS',
    ['{}', '{"Free":{"requestsPerMinute":20}}'],
    [
      '{',
      '[]',
      'null',
      '{"Gold":{}}',
      '{"Free":{"requestPerMinute":1}}',
      '{"Free":{"requestsPerMinute":0}}',
      '{"Free":{"monthlyQuota":1.5}}',
    ],
  ],
]

test('each setting takes values that fit', () =>
  checkEach(values, ([name, good]) => {
    for (const value of good) expect(problemsOf({ [name]: value }), JSON.stringify(value)).toEqual([])
  }))

test('each setting refuses other values by its name', () =>
  checkEach(values, ([name, , bad]) => {
    for (const value of bad)
      expect(problemsOf({ [name]: value }), JSON.stringify(value)).toEqual([expect.stringMatching(`^${name} .+`)])
  }))

test('real exchanges are never asked more often than every 30 seconds, by any of the settings', () => {
  for (const often of [{ P2P_CYCLE_SECONDS: '29' }, { P2P_CYCLE_SECONDS_BY_FIAT: 'UAH=29' }]) {
    expect(problemsOf(often)).toEqual([expect.stringContaining('P2P_PACING=off')])
    expect(problemsOf({ ...often, P2P_PACING: 'off' })).toEqual([])
  }
})

test('plan limits change one by one and leave other limits alone', () => {
  const { config } = readConfig({ P2P_PLANS: '{"Free":{"requestsPerMinute":20},"Pro":{"webhooks":1}}' })
  expect(config.PLANS).toEqual({
    ...defaultPlans,
    Free: { ...defaultPlans.Free, requestsPerMinute: 20 },
    Pro: { ...defaultPlans.Pro, webhooks: 1 },
  })
})

const planFaults = [
  ['0', 'must be JSON like {"Free":{"requestsPerMinute":20}}, not "0"'],
  ['{"Free":5}', 'Free must be an object like {"requestsPerMinute":20}'],
  ['{"Fre":{}}', 'names "Fre": it may name Free Starter Pro Business'],
  [
    '{"Free":{"requestPerMinute":20}}',
    expect.stringMatching(/^P2P_PLANS Free names "requestPerMinute": it may name monthlyQuota requestsPerMinute /),
  ],
  ['{"Free":{"requestsPerMinute":"20"}}', 'Free.requestsPerMinute must be a whole number between 1 and 1000000'],
  ['{"Pro":{"orderbookRows":51}}', 'Pro.orderbookRows must be a whole number between 1 and 50'],
] as const
test.each(planFaults)('the fault of the plan limits %s is named with its place', (P2P_PLANS, problem) =>
  expect(problemsOf({ P2P_PLANS })).toEqual([typeof problem === 'string' ? `P2P_PLANS ${problem}` : problem]),
)

test('the program for plan requests is one that can be run', () => {
  const file = join(folder, 'plan-request')
  const problems = () => problemsOf({ P2P_ON_PLAN_REQUEST: file })
  const wrong = [expect.stringMatching(/^P2P_ON_PLAN_REQUEST must name a program that exists /)]
  expect(problems()).toEqual(wrong)
  writeFileSync(file, '#!/bin/sh\n', { mode: 0o600 })
  expect(problems()).toEqual(wrong)
  chmodSync(file, 0o700)
  expect(problems()).toEqual([])
  expect(problemsOf({ P2P_ON_PLAN_REQUEST: folder })[0]).toContain('must name a program')
})

test('a currency named twice is collected once', () => {
  expect(readConfig({ P2P_FIATS: 'EUR,UAH,EUR' }).config.FIATS).toEqual(['EUR', 'UAH'])
})

test('what servers must have alike has a digest of its own, and what each may choose has no part in it', () => {
  const digestOf = (environment: Record<string, string>) => digestOfMatchingSettings(readConfig(environment).config)
  const usual = digestOf({})
  expect(digestOf({ P2P_PORT: '9000', P2P_DATA_DIR: '/elsewhere', P2P_MAX_STREAMS: '5' })).toBe(usual)
  const others = [
    { P2P_FIATS: 'UAH' },
    { P2P_PLANS: '{"Free":{"requestsPerMinute":21}}' },
    { P2P_CYCLE_SECONDS_BY_FIAT: 'UAH=60' },
    { P2P_CYCLE_SECONDS_BY_FIAT: 'UAH=61' },
    { P2P_MASTER_KEY: 'a'.repeat(64) },
  ].map(digestOf)
  expect(new Set([usual, ...others]).size).toBe(6)
})

describe('a secret in a file', () => {
  const key = 'cd'.repeat(32)
  const fileWith = (text: string) => {
    const path = join(folder, 'key')
    writeFileSync(path, text)
    return path
  }

  test('is read without the line end', () => {
    expect(readConfig({ P2P_MASTER_KEY_FILE: fileWith(`${key}\n`) }).config.MASTER_KEY).toBe(key)
  })
  test('works for every setting', () => {
    expect(readConfig({ P2P_PORT_FILE: fileWith('1234') }).config.PORT).toBe(1234)
  })
  test('and in the environment at once is a problem', () => {
    expect(problemsOf({ P2P_MASTER_KEY: key, P2P_MASTER_KEY_FILE: fileWith(key) })).toEqual([
      'P2P_MASTER_KEY and P2P_MASTER_KEY_FILE are both set: choose one',
    ])
  })
  test('that every user of the machine can read is warned about, if it is a secret', () => {
    const path = fileWith(key)
    chmodSync(path, 0o644)
    expect(readConfig({ P2P_MASTER_KEY_FILE: path }).warnings).toEqual([
      'P2P_MASTER_KEY_FILE can be read by every user of this machine: chmod 600',
    ])
    chmodSync(path, 0o640)
    expect(readConfig({ P2P_MASTER_KEY_FILE: path }).warnings).toEqual([])
  })
  test('may come with an empty variable', () => {
    expect(readConfig({ P2P_MASTER_KEY: '', P2P_MASTER_KEY_FILE: fileWith(key) }).config.MASTER_KEY).toBe(key)
  })
  test('that cannot be read is a problem', () => {
    expect(problemsOf({ P2P_MASTER_KEY_FILE: join(folder, 'none') })).toEqual([
      'P2P_MASTER_KEY_FILE names a file that cannot be read',
    ])
  })
})

test('secrets are masked in the effective settings, all other values are shown', () => {
  const { effective } = readConfig({
    P2P_MASTER_KEY: 'ab'.repeat(32),
    P2P_EXCHANGE_PROXIES: 'okx=http://user:hunter2@proxy:1',
    P2P_EXCHANGE_URLS: 'okx=https://user:hunter2@mirror,bybit=https://bybit.example',
    P2P_PORT: '81',
  })
  const shown = JSON.stringify(effective)
  expect(shown).not.toMatch(/hunter2|abab/)
  expect(effective).toContainEqual(expect.objectContaining({ name: 'P2P_PORT', value: '81' }))
  expect(effective).toContainEqual(expect.objectContaining({ name: 'P2P_MASTER_KEY', value: '********' }))
  expect(effective.map(({ name }) => name)).toEqual(Object.keys(settings).map((name) => `P2P_${name}`))
})

test('misspelt settings are pointed out; what SDK and CLI read is not', () => {
  const { warnings } = readConfig({ P2P_PROT: '1', P2P_QQQ: '', P2P_API_KEY: 'x', P2P_BASE_URL: 'y', PATH: '/bin' })
  expect(warnings).toEqual([
    'P2P_PROT is not a setting of this server: did you mean P2P_PORT?',
    'P2P_QQQ is not a setting of this server',
  ])
})

test('a password leaves this machine unencrypted only if the address says so', () => {
  const key = { P2P_MASTER_KEY: 'a'.repeat(64) }
  const database = (url: string) => problemsOf({ ...key, P2P_DATABASE_URL: url })
  const redis = (url: string) =>
    problemsOf({ ...key, P2P_DATABASE_URL: 'postgres:///p2p?host=/run/pg', P2P_REDIS_URL: url })
  const telegram = (url: string) => problemsOf({ P2P_TELEGRAM_API_URL: url })
  for (const [problems, clear, ...fine] of [
    [
      database,
      'postgres://u:p@db.example/p2p',
      'postgres://u:p@db.example/p2p?sslmode=disable',
      'postgres://u:p@[::1]/p2p',
    ],
    [
      redis,
      'redis://:p@127.evil.example',
      'redis://:p@cache.example?tls=off',
      'redis://localhost:6379',
      'rediss://cache.example',
    ],
    [telegram, 'http://bots.example', 'http://bots.example/?tls=off', 'http://127.0.0.1:8081', 'https://bots.example'],
  ] as const) {
    expect(problems(clear)).toEqual([expect.stringContaining('unencrypted')])
    expect(fine.flatMap((url) => problems(url))).toEqual([])
  }
  const { config } = readConfig({
    ...key,
    P2P_DATABASE_URL: 'postgres:///p2p?host=/run/pg',
    P2P_REDIS_URL: 'redis://c.example/1?tls=off',
  })
  expect(config.REDIS_URL).toBe('redis://c.example/1')
})

test('exchanges without an address of their own are asked for real, which a simulation must not do', () => {
  const real = (environment: Record<string, string>) =>
    realExchangesWhileSimulated(readConfig({ P2P_EXCHANGES: 'okx,bybit', ...environment }).config)
  expect(real({})).toEqual([])
  expect(real({ P2P_SIMULATED: 'true', P2P_EXCHANGE_URLS: 'okx=http://127.0.0.1:9' })).toEqual(['bybit'])
  expect(
    real({ P2P_SIMULATED: 'true', P2P_EXCHANGE_URLS: 'okx=http://127.0.0.1:9', P2P_REMOTE_EXCHANGES: 'bybit' }),
  ).toEqual([])
})

test('an exchange outside the default is read only if it is named', () => {
  const { config } = readConfig({
    P2P_EXCHANGES: 'kucoin,HTX',
    P2P_EXCHANGE_PROXIES: 'htx=http://127.0.0.1:3128',
    P2P_REMOTE_EXCHANGES: 'kucoin',
  })
  expect(config.EXCHANGES).toEqual(['kucoin', 'htx'])
  expect(config.exchanges.ids).toEqual([...new Set([...exchangeIds, 'htx'])])
  expect(config.exchanges.nameOf('htx')).toBe('HTX')
  expect(problemsOf({ P2P_EXCHANGES: 'kucoin', P2P_REMOTE_EXCHANGES: 'htx' })).toEqual([
    'P2P_REMOTE_EXCHANGES names exchanges that are not among P2P_EXCHANGES',
  ])
})

test.each([
  ['P2P_EXCHANGE_URLS', 'okx=http://127.0.0.1:9,mtgox=http://127.0.0.1:9', '"mtgox"'],
  ['P2P_EXCHANGE_PROXIES', 'mtgox=http://127.0.0.1:9', '"mtgox"'],
  ['P2P_CYCLE_SECONDS_BY_FIAT', 'UAH=60,XXX=60,YYY=60', '"XXX", "YYY"'],
])('%s names the words that are unknown to it', (name, text, unknown) => {
  expect(problemsOf({ [name]: text })).toEqual([
    expect.stringMatching(new RegExp(`^${name} names ${unknown}: it may name \\w+ \\w+`)),
  ])
})

describe('an exchange that is read only with a key', () => {
  const P2P_EXCHANGE_KEYS = '{"wallet":{"key":"key-of-wallet-7"}}'

  test('joins the exchanges if its key is there, and can then be named', () => {
    const { config } = readConfig({ P2P_EXCHANGE_KEYS })
    expect(config.EXCHANGES).toEqual([...exchangeIds, 'wallet'])
    expect(config.exchanges.nameOf('wallet')).toBe('Wallet')
    expect(config.exchanges.added.map(({ id }) => id)).toEqual(['wallet'])
    const named = readConfig({
      P2P_EXCHANGE_KEYS,
      P2P_EXCHANGES: 'okx,wallet',
      P2P_EXCHANGE_URLS: 'wallet=https://x.example',
    })
    expect(named.config.EXCHANGES).toEqual(['okx', 'wallet'])
  })

  test('is unknown without a key, and an error says that it needs one', () => {
    const { config } = readConfig({})
    expect(config.EXCHANGES).toEqual(exchangeIds)
    expect(config.exchanges).toBe(usualExchanges)
    expect(problemsOf({ P2P_EXCHANGE_KEYS, P2P_EXCHANGES: 'okx,Gate' })).toEqual([
      'P2P_EXCHANGES names gate, which needs a key: put one into P2P_EXCHANGE_KEYS_FILE',
    ])
  })
})
