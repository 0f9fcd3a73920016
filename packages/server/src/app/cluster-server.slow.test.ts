import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { ClusterStatus } from '../cli/cluster-command.js'
import { runProgram } from '../cli/program.js'
import { needsAll } from '../testing/needs-all.js'
import { makeTestDatabase, needsPostgres, type TestDatabase } from '../testing/postgres.js'
import { needsOwnRedis, type OwnRedis, startOwnRedis } from '../testing/redis.js'
import { startServer, type TestServer } from '../testing/start-server.js'

const masterKey = 'a'.repeat(64)

describe('several servers over one PostgreSQL and one Redis', needsAll(needsPostgres, needsOwnRedis), () => {
  let engine: TestDatabase
  let redis: OwnRedis
  let url: string
  const all: TestServer[] = []

  const start = async (more: { historyDays?: number; settings?: Record<string, string> } = {}) => {
    const server = await startServer({
      fiats: ['UAH'],
      historyDays: 0,
      ...more,
      settings: {
        P2P_DATABASE_URL: url,
        P2P_REDIS_URL: redis.url,
        P2P_MASTER_KEY: masterKey,
        P2P_DRAIN_SECONDS: '0',
        P2P_PRIVATE_RECEIVERS: 'true',
        P2P_CYCLE_SECONDS: '5',
        P2P_PLANS: '{"Free":{"requestsPerMinute":30},"Pro":{"streams":2}}',
        ...more.settings,
      },
    })
    all.push(server)
    return server
  }

  beforeAll(async () => {
    engine = await makeTestDatabase()
    redis = await startOwnRedis()
    url = (await engine.newSchema()).url
    await start({ historyDays: 2 })
    await start()
  })
  afterAll(async () => {
    await Promise.all(all.map((server) => server.stop()))
    await redis.close()
    await engine.drop()
  })

  const one = () => all[0] as TestServer
  const two = () => all[1] as TestServer

  const ask = async ({ baseUrl }: TestServer, path: string, key: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${baseUrl}${path}`, { headers: { 'X-API-Key': key, ...headers } })
    return { status: answer.status, headers: answer.headers, text: await answer.text() }
  }

  const newKey = async (server: TestServer, plan: string) => {
    const account = await server.server.operator.createAccount('A', plan)
    const made = await server.server.operator.createKey(account.id, null)
    return { ...made, account }
  }

  test('all answer from one market and one past, byte for byte', async () => {
    const key = one().keys.Business
    for (const path of [
      '/rates?fiat=UAH',
      '/orderbook?fiat=UAH&exchange=okx',
      '/history?fiat=UAH&hours=24&exchange=okx',
    ]) {
      await expect
        .poll(async () => {
          const [a, b] = [await ask(one(), path, key), await ask(two(), path, key)]
          return a.status === 200 && a.text === b.text && a.headers.get('ETag') === b.headers.get('ETag')
        })
        .toBe(true)
    }
    const sources = async (server: TestServer) =>
      (
        JSON.parse((await ask(server, '/sources?fiat=UAH', key)).text) as {
          sources: { exchange: string; state: string }[]
        }
      ).sources.map(({ exchange, state }) => `${exchange} ${state}`)
    await expect.poll(() => sources(two()), { timeout: 15_000 }).toEqual(await sources(one()))
    expect((await sources(two())).length).toBeGreaterThan(5)
    expect((await ask(two(), '/rates?fiat=UAH', key)).headers.get('X-Simulated')).toBe('true')
  })

  test('a key that was revoked on one is refused by all before the command ends', async () => {
    const { key, record } = await newKey(one(), 'Pro')
    expect((await ask(two(), '/me', key)).status).toBe(200)
    await one().server.operator.revokeKey(record.id)
    expect(await one().server.operator.acted()).toEqual({ acted: 2, of: 2, silent: [] })
    expect((await ask(two(), '/me', key)).status).toBe(401)
  })

  test('another plan holds on all before the command ends', async () => {
    const { key, account } = await newKey(one(), 'Free')
    expect(await ask(two(), '/me', key)).toMatchObject({ status: 200, text: expect.stringContaining('"Free"') })
    await one().server.operator.setPlan(account.id, 'Pro')
    await one().server.operator.acted()
    expect((await ask(two(), '/me', key)).text).toContain('"Pro"')
  })

  test('a minute is a minute over all of them, and its headers say so', async () => {
    const askAtOnce = async () => {
      const { key } = await newKey(one(), 'Free')
      const answers = await Promise.all(
        Array.from({ length: 60 }, (_, index) => ask(index % 2 === 0 ? one() : two(), '/rates?fiat=UAH', key)),
      )
      const count = (wanted: number) => answers.filter(({ status }) => status === wanted).length
      const left = answers.map(({ status, headers }) => status === 200 && headers.get('X-RateLimit-Remaining-Minute'))
      return { admitted: count(200), refused: count(429), tellsTheEnd: left.includes('0') }
    }
    // On a machine that does much else Redis may be late, and each server admits its share: that is another number.
    await expect.poll(askAtOnce, { timeout: 60_000 }).toEqual({ admitted: 30, refused: 30, tellsTheEnd: true })
    await expect
      .poll(async () => {
        const { text } = await ask(two(), '/usage?days=1', one().keys.Business)
        return JSON.parse(text) as unknown
      })
      .toBeTruthy()
  })

  test('the places of streams are places over all of them', async () => {
    const { key } = await newKey(one(), 'Pro')
    const open = async (server: TestServer) => {
      const left = new AbortController()
      const answer = await fetch(`${server.baseUrl}/stream?fiat=UAH`, {
        headers: { 'X-API-Key': key },
        signal: left.signal,
      })
      onTestFinished(() => left.abort())
      return { status: answer.status, leave: () => left.abort() }
    }
    const [a, b] = [await open(one()), await open(two())]
    expect([a.status, b.status, (await open(two())).status]).toEqual([200, 200, 429])
    a.leave()
    await expect.poll(async () => (await open(two())).status).toBe(200)
  })

  test('a webhook made on one is sent to by another, and all know how that went', async () => {
    const received: string[] = []
    const receiver = createServer((request, response) => {
      received.push(String(request.headers['webhook-id']))
      request.resume()
      response.end()
    }).listen(0, '127.0.0.1')
    onTestFinished(() => void receiver.close())
    await once(receiver, 'listening')
    const { key } = await newKey(one(), 'Business')
    const call = async ({ baseUrl }: TestServer, method: string, path: string, body: object = {}) => {
      const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' }
      const answer = await fetch(baseUrl + path, {
        method,
        headers,
        ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
      })
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
    }
    const { port } = receiver.address() as AddressInfo
    const url = `http://127.0.0.1:${port}/`
    const made = await call(one(), 'POST', '/webhooks', { url, event: 'best_buy', threshold: 1, fiat: 'UAH' })
    expect(made.status).toBe(201)
    const path = `/webhooks/${made.body.id}`
    expect((await call(two(), 'POST', `${path}/test`)).status).toBe(202)
    await expect.poll(() => received).toHaveLength(1)
    await expect
      .poll(async () => (await call(one(), 'GET', `${path}/deliveries`)).body)
      .toMatchObject({ deliveries: [{ id: received[0], state: 'delivered' }] })
  })

  test('a caller with a newer answer of one server gets no older one from another', async () => {
    const key = one().keys.Business
    const told = (await ask(one(), '/rates?fiat=UAH', key)).headers.get('X-Data-Version')
    expect(Number(told)).toBeGreaterThan(0)
    const answer = await ask(two(), '/rates?fiat=UAH', key, { 'X-Min-Data-Version': String(told) })
    expect(Number(answer.headers.get('X-Data-Version'))).toBeGreaterThanOrEqual(Number(told))
    // A version that no server has issued causes no wait.
    expect((await ask(two(), '/rates?fiat=UAH', key, { 'X-Min-Data-Version': '99999999' })).status).toBe(200)
  })

  const runAlone = async (...words: string[]): Promise<{ readonly text: string; readonly log: string }> => {
    const lines: string[] = []
    const logged: string[] = []
    const spies = [
      vi.spyOn(console, 'log').mockImplementation((text: string) => void lines.push(text)),
      vi.spyOn(process.stderr, 'write').mockImplementation((line) => logged.push(String(line)) > 0),
    ]
    const settings = { DATABASE_URL: url, REDIS_URL: redis.url, MASTER_KEY: masterKey, SIMULATED: 'true' }
    for (const [name, value] of Object.entries(settings)) vi.stubEnv(`P2P_${name}`, value)
    const mask = process.umask()
    try {
      expect(await runProgram(words, () => Promise.reject(new Error('no server is wanted')))).toBe(0)
      return { text: lines.join('\n'), log: logged.join('') }
    } finally {
      process.umask(mask)
      vi.unstubAllEnvs()
      for (const spy of spies) spy.mockRestore()
    }
  }
  const command = async (...words: string[]) => (await runAlone(...words)).text
  const scene = async () => JSON.parse(await command('cluster', '--json')) as ClusterStatus

  test('a command next to them changes their data, and the cluster is shown', async () => {
    const { key, record } = await newKey(one(), 'Pro')
    expect((await ask(two(), '/me', key)).status).toBe(200)
    const { text, log } = await runAlone('keys', 'revoke', record.id)
    expect(text).toContain('is revoked. Acted on by 2 of 2 servers.')
    expect(JSON.parse(log)).toMatchObject({ event: 'key_revoked', key_id: record.id, by: 'operator' })
    expect((await ask(two(), '/me', key)).status).toBe(401)
    const page = await command('cluster')
    for (const { url: address } of all) expect(page).toContain(address)
    expect(page).toMatch(/^market +\S+/m)
    await expect.poll(scene).toMatchObject({
      servers: [
        { behind: 0, troubles: [] },
        { behind: 0, troubles: [] },
      ],
      duties: expect.arrayContaining([expect.objectContaining({ name: 'market', server: expect.any(String) })]),
    })
  })

  test('without Redis they go on, and count together again when it is back', async () => {
    const key = one().keys.Business
    const troubles = async () => (await scene()).servers.flatMap((server) => server.troubles)
    redis.stall()
    for (const server of all) expect((await ask(server, '/rates?fiat=UAH', key)).status).toBe(200)
    await expect.poll(troubles, { timeout: 15_000 }).toEqual(['redis', 'redis'])
    redis.resume()
    await expect.poll(troubles, { timeout: 15_000 }).toEqual([])
    const { key: free } = await newKey(one(), 'Free')
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) => ask(index % 2 === 0 ? one() : two(), '/me', free)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(30)
  })

  test('when the one that collects ends, another goes on at once', async () => {
    const key = one().keys.Business
    const last = two()
    const updated = async () =>
      (JSON.parse((await ask(last, '/rates?fiat=UAH', key)).text) as { updated_at: string }).updated_at
    const before = await updated()
    await all.shift()?.stop()
    await expect.poll(updated, { timeout: 20_000 }).not.toBe(before)
    const version = async () => Number((await ask(last, '/rates?fiat=UAH', key)).headers.get('X-Data-Version'))
    const seen = await version()
    await expect.poll(version, { timeout: 20_000 }).toBeGreaterThan(seen)
  })
})
