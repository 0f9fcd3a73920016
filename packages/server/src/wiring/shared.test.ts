import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { hasPostgres, makeTestDatabase, type TestDatabase } from '../testing/postgres.js'
import { hasRedis, startOwnRedis } from '../testing/redis.js'
import { startServer } from '../testing/start-server.js'

describe.skipIf(!hasPostgres || !hasRedis)('several servers over one PostgreSQL and one Redis', () => {
  let engine: TestDatabase
  beforeAll(async () => {
    engine = await makeTestDatabase()
  })
  afterAll(() => engine.drop())

  const open = async () => {
    const { url } = await engine.newPlace()
    const redis = await startOwnRedis()
    onTestFinished(() => redis.close())
    const wish = {
      fiats: ['UAH'],
      historyDays: 1,
      settings: {
        P2P_DATABASE_URL: url,
        P2P_REDIS_URL: redis.url,
        P2P_MASTER_KEY: 'a'.repeat(64),
        P2P_DRAIN_SECONDS: '0',
        P2P_CYCLE_SECONDS: '5',
      },
    } as const
    const start = async (more: { historyDays?: number } = {}) => {
      const server = await startServer({ ...wish, ...more })
      let stopped: Promise<void> | null = null
      const stop = () => {
        stopped ??= server.stop()
        return stopped
      }
      onTestFinished(stop)
      return { ...server, stop }
    }
    return { redis, start }
  }

  const get = async (baseUrl: string, path: string, key: string) => {
    const answer = await fetch(`${baseUrl}${path}`, { headers: { 'X-API-Key': key } })
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  }

  test('all of them answer the same from one market, and go on when the one that collects ends', async () => {
    const { start } = await open()
    const one = await start()
    const two = await start({ historyDays: 0 })
    const key = one.keys.Business
    const [a, b] = [await get(one.baseUrl, '/rates?fiat=UAH', key), await get(two.baseUrl, '/rates?fiat=UAH', key)]
    expect(a.status).toBe(200)
    expect(b).toEqual(a)
    const sources = await get(two.baseUrl, '/sources?fiat=UAH', key)
    console.log(JSON.stringify(sources.body).slice(0, 600))
    const updated = a.body.updated_at
    await one.stop()
    await expect
      .poll(async () => (await get(two.baseUrl, '/rates?fiat=UAH', key)).body.updated_at, { timeout: 30_000 })
      .not.toBe(updated)
  })

  test('a key that was revoked on one is refused by the other', async () => {
    const { start } = await open()
    const [one, two] = [await start(), await start({ historyDays: 0 })]
    const account = await one.server.operator.createAccount('A', 'Pro')
    const { key, record } = await one.server.operator.createKey(account.id, null)
    expect((await get(two.baseUrl, '/me', key)).status).toBe(200)
    await one.server.operator.revokeKey(record.id)
    await expect.poll(async () => (await get(two.baseUrl, '/me', key)).status, { interval: 10 }).toBe(401)
  })
})
