import { describe, expect, onTestFinished, test } from 'vitest'
import { createFakeTime } from '../../testing/fake-time.js'
import { needsOwnRedis, startOwnRedis } from '../../testing/redis.js'
import { systemTimers } from '../time/timers.js'
import { awaitRedis, checkRedis } from './check-redis.js'
import { connectRedis } from './connect-redis.js'
import { RedisUnavailableError } from './redis.js'

const saying = (version: string, policy: string) => ({
  run: async () => 1 as never,
  info: async () => `# Server\r\nredis_version:${version}\r\n\r\n# Memory\r\nmaxmemory_policy:${policy}\r\n`,
})

test.each(['6.2.0', '6.10.1', '7.0.15', '7.2.4', '8.8.0', '10.0.0'])('Redis %s is new enough', async (version) => {
  await expect(checkRedis(saying(version, 'noeviction'))).resolves.toBeUndefined()
})

test.each(['6.0.16', '5.0.14', '2.8.0', '', 'unstable'])('Redis "%s" is not', async (version) => {
  await expect(checkRedis(saying(version, 'noeviction'))).rejects.toThrow(/^Redis 6\.2 or newer.*is needed/)
})

describe('of a real Redis', needsOwnRedis, () => {
  const check = async (...settings: readonly string[]) => {
    const server = await startOwnRedis(...settings)
    const redis = await connectRedis({ url: server.url, timers: systemTimers, deadlineMs: 5_000, pingMs: 10_000 })
    onTestFinished(async () => {
      redis.close()
      await server.close()
    })
    await checkRedis(redis)
  }

  test('a server that rejects us is reported as such, in one sentence', async () => {
    const server = await startOwnRedis()
    onTestFinished(() => server.close())
    await server.run('ACL', 'SETUSER', 'weak', 'on', '>right', '~*', '+hello', '+auth', '+ping', '+client')
    const at = async (user: string) => {
      const redis = await connectRedis({
        url: server.url.replace('//', `//${user}@`),
        timers: systemTimers,
        deadlineMs: 5_000,
      })
      onTestFinished(redis.close)
      return redis
    }
    await expect(checkRedis(await at('weak:wrong'))).rejects.toThrow(/^Redis refuses us: WRONGPASS/)
    await expect(checkRedis(await at('weak:right'))).rejects.toThrow(/^Redis refuses us: NOPERM/)

    const asking = ['+@scripting', '+info', '+ping', '+hello', '+auth', '+client']
    await server.run('ACL', 'SETUSER', 'asks', 'on', '>right', '~*', ...asking)
    await server.run('ACL', 'SETUSER', 'elsewhere', 'on', '>right', '~other*', '+@all')
    await server.run('ACL', 'SETUSER', 'ours', 'on', '>right', '~p2p:*', '&*', '+@all')
    for (const user of ['asks', 'elsewhere'])
      await expect(checkRedis(await at(`${user}:right`)), user).rejects.toThrow(/^Redis refuses us: /)
    await expect(checkRedis(await at('ours:right'))).resolves.toBeUndefined()
    // The replica may be promoted to primary again.
    await server.run('REPLICAOF', '127.0.0.1', '9')
    await expect(checkRedis(await at('ours:right'))).rejects.toThrow(RedisUnavailableError)
  })

  test('a server that does not answer is awaited for ten seconds, with one message', async () => {
    const time = createFakeTime()
    const told: string[] = []
    const redis = await connectRedis({ url: 'redis://127.0.0.1:9', timers: systemTimers })
    onTestFinished(redis.close)
    const waiting = awaitRedis(redis, { timers: time.timers, onWait: (why) => told.push(why) })
    let isOver = false
    void waiting.then(() => {
      isOver = true
    })
    while (!isOver) await time.pass(250)
    expect(await waiting).toBe(false)
    expect(told).toEqual([expect.stringMatching(/ECONNREFUSED.*Waiting for it for ten seconds/)])
  })

  test('one that keeps its counts is taken', async () => {
    await check()
  })

  test.each(['allkeys-lru', 'volatile-ttl'])('one that forgets by %s is refused in one sentence', async (policy) => {
    await expect(check('--maxmemory-policy', policy)).rejects.toThrow(
      `Redis must not forget counts: set its maxmemory-policy to noeviction; it is ${policy}.`,
    )
  })
})
