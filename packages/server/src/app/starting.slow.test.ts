import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { openMigrated } from '../storage/postgres/testing/open-migrated.js'
import { needsAll } from '../testing/needs-all.js'
import { makeTestDatabase, needsPostgres } from '../testing/postgres.js'
import { needsOwnRedis, startOwnRedis } from '../testing/redis.js'
import { startServer } from '../testing/start-server.js'

async function freePort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const { port } = listener.address() as AddressInfo
  await once(listener.close(), 'close')
  return port
}

type Seen = { readonly status: number; readonly text: string }

test(
  'one of several servers answers only that it is starting, until it has joined the rest',
  needsAll(needsPostgres, needsOwnRedis),
  async () => {
    const engine = await makeTestDatabase()
    onTestFinished(() => engine.drop())
    const redis = await startOwnRedis()
    onTestFinished(() => redis.close())
    const place = await engine.newSchema()
    await openMigrated(place)
    const port = await freePort()
    const ask = async (path: string): Promise<Seen | null> => {
      try {
        const answer = await fetch(`http://127.0.0.1:${port}${path}`)
        return { status: answer.status, text: await answer.text() }
      } catch {
        return null
      }
    }
    // It cannot join them yet.
    await engine.run(`BEGIN; LOCK TABLE ${place.schema}.member IN EXCLUSIVE MODE`)
    const starting = startServer({
      fiats: ['UAH'],
      exchanges: ['okx'],
      historyDays: 0,
      settings: {
        P2P_PORT: String(port),
        P2P_DATABASE_URL: place.url,
        P2P_REDIS_URL: redis.url,
        P2P_MASTER_KEY: 'a'.repeat(64),
        P2P_DRAIN_SECONDS: '0',
        P2P_CYCLE_SECONDS: '5',
      },
    })
    onTestFinished(async () => (await starting).stop())
    const isStarting = { status: 503, text: expect.stringContaining('The service is starting.') }
    await expect.poll(() => ask('/readyz'), { timeout: 20_000 }).not.toBeNull()
    for (let time = 0; time < 10; time += 1)
      for (const path of ['/readyz', '/api/v1/rates?fiat=UAH', '/']) expect(await ask(path)).toEqual(isStarting)
    await engine.run('COMMIT')

    const seen = new Set<number>()
    await expect
      .poll(
        async () => {
          const { status = 0 } = (await ask('/readyz')) ?? {}
          seen.add(status)
          return status
        },
        { timeout: 30_000, interval: 20 },
      )
      .toBe(200)
    expect([...seen].filter((status) => status !== 200 && status !== 503)).toEqual([])
  },
)
