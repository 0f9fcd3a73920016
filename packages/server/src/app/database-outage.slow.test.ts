import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as pass } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { needsAll } from '../testing/needs-all.js'
import { makeTestDatabase, needsPostgres } from '../testing/postgres.js'
import { needsOwnRedis, startOwnRedis } from '../testing/redis.js'
import { startServer, type TestServer } from '../testing/start-server.js'

/** A way to the database that can be closed: nothing comes through, and no connection ends. */
async function openWay(target: URL) {
  const sockets = new Set<Socket>()
  let isClosed = false
  const keep = (socket: Socket): Socket => {
    sockets.add(socket)
    return socket.on('error', () => {}).on('close', () => sockets.delete(socket))
  }
  const listener = createServer((near) => {
    keep(near)
    const far = keep(connect(Number(target.port || 5432), target.hostname))
    near.pipe(far).pipe(near)
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
    if (isClosed) for (const socket of [near, far]) socket.unpipe()
  }).listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const url = new URL(target)
  url.hostname = '127.0.0.1'
  url.port = String((listener.address() as AddressInfo).port)
  onTestFinished(() => {
    listener.close()
    for (const socket of sockets) socket.destroy()
  })
  return {
    url: url.href,
    cut: () => {
      isClosed = true
      for (const socket of sockets) socket.unpipe()
    },
    mend: () => {
      isClosed = false
      for (const socket of sockets) socket.destroy()
    },
  }
}

describe('several servers that lose PostgreSQL', needsAll(needsPostgres, needsOwnRedis), () => {
  async function openTwo() {
    const engine = await makeTestDatabase()
    onTestFinished(() => engine.drop())
    const redis = await startOwnRedis()
    onTestFinished(() => redis.close())
    const place = new URL((await engine.newSchema()).url)
    const start = async () => {
      const way = await openWay(place)
      const server = await startServer({
        fiats: ['UAH'],
        exchanges: ['okx', 'bybit'],
        historyDays: 0,
        settings: {
          P2P_DATABASE_URL: way.url,
          P2P_REDIS_URL: redis.url,
          P2P_MASTER_KEY: 'a'.repeat(64),
          P2P_DRAIN_SECONDS: '0',
          P2P_CYCLE_SECONDS: '5',
        },
      })
      onTestFinished(() => {
        way.mend()
        return server.stop()
      })
      return { ...server, way }
    }
    return [await start(), await start()] as const
  }

  const isReady = async ({ url }: TestServer): Promise<boolean> => (await fetch(`${url}/readyz`)).status === 200
  const soon = { timeout: 2_000, interval: 50 }
  const later = { timeout: 30_000, interval: 100 }

  test('one that loses it is not ready within two seconds, closes its streams, and comes back by itself', async () => {
    const [one, other] = await openTwo()
    await expect.poll(() => isReady(one), later).toBe(true)
    const stream = await fetch(`${one.baseUrl}/stream?fiat=UAH`, { headers: { 'X-API-Key': one.keys.Pro } })
    const heard = stream.text()
    one.way.cut()
    await expect.poll(() => isReady(one), soon).toBe(false)
    expect(await heard).toContain(': closing, please connect again')
    expect(await isReady(other)).toBe(true)
    one.way.mend()
    await expect.poll(() => isReady(one), later).toBe(true)
  })

  test('when all lose it, those that know the most stay', async () => {
    const servers = await openTwo()
    for (const server of servers) await expect.poll(() => isReady(server), later).toBe(true)
    for (const { way } of servers) way.cut()
    const untilMs = performance.now() + 12_000
    while (performance.now() < untilMs) {
      expect(await Promise.all(servers.map(isReady))).toContain(true)
      await pass(100)
    }
    for (const { way } of servers) way.mend()
  })
})
