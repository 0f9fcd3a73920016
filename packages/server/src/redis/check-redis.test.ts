import { describe, expect, onTestFinished, test } from 'vitest'
import { hasRedis, startOwnRedis } from '../testing/redis.js'
import { systemTimers } from '../time/timers.js'
import { checkRedis } from './check-redis.js'
import { connectRedis } from './connect-redis.js'

const saying = (version: string, policy: string) => ({
  info: async () => `# Server\r\nredis_version:${version}\r\n\r\n# Memory\r\nmaxmemory_policy:${policy}\r\n`,
})

test.each(['6.2.0', '6.10.1', '7.0.15', '7.2.4', '8.8.0', '10.0.0'])('Redis %s is new enough', async (version) => {
  await expect(checkRedis(saying(version, 'noeviction'))).resolves.toBeUndefined()
})

test.each(['6.0.16', '5.0.14', '2.8.0', '', 'unstable'])('Redis "%s" is not', async (version) => {
  await expect(checkRedis(saying(version, 'noeviction'))).rejects.toThrow(/^Redis 6\.2 or newer.*is needed/)
})

describe.skipIf(!hasRedis)('of a real Redis', () => {
  const check = async (...settings: readonly string[]) => {
    const server = await startOwnRedis(...settings)
    const redis = await connectRedis({ url: server.url, timers: systemTimers, pingMs: 10_000 })
    onTestFinished(async () => {
      redis.close()
      await server.close()
    })
    await checkRedis(redis)
  }

  test('one that keeps its counts is taken', async () => {
    await check()
  })

  test.each(['allkeys-lru', 'volatile-ttl'])('one that forgets by %s is refused in one sentence', async (policy) => {
    await expect(check('--maxmemory-policy', policy)).rejects.toThrow(
      `Redis must not forget counts: set its maxmemory-policy to noeviction; it is ${policy}.`,
    )
  })
})
