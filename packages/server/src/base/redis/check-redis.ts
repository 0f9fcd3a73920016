import { randomUUID } from 'node:crypto'
import { UnsupportedDatabaseError } from '../errors/operator-errors.js'
import { sleep, type Timers } from '../time/timers.js'
import { defineScript, type Redis, RedisUnavailableError } from './redis.js'

/** Rejects a Redis that can't keep exact counts: too old, or with an eviction policy. */
export async function checkRedis(redis: Pick<Redis, 'info' | 'run'>): Promise<void> {
  const facts = new Map((await tryCommands(redis)).split(/\r?\n/).map(readFact))
  const version = facts.get('redis_version') ?? 'of an unknown version'
  if (!isNewEnough(version))
    throw new UnsupportedDatabaseError(
      `Redis 6.2 or newer, or Valkey 7.2 or newer, is needed; there is Redis ${version}.`,
    )
  const policy = facts.get('maxmemory_policy') ?? 'unknown'
  if (policy !== 'noeviction')
    throw new UnsupportedDatabaseError(
      `Redis must not forget counts: set its maxmemory-policy to noeviction; it is ${policy}.`,
    )
}

/** Longest wait for Redis at startup; then the server starts without it. */
const maxWaitMs = 10_000
const retryMs = 250

export async function awaitRedis(
  redis: Pick<Redis, 'info' | 'run'>,
  { timers, onWait }: { readonly timers: Timers; readonly onWait: (why: string) => void },
): Promise<boolean> {
  for (let waitedMs = 0; ; waitedMs += retryMs) {
    try {
      await checkRedis(redis)
      return true
    } catch (error) {
      if (!(error instanceof RedisUnavailableError)) throw error
      if (waitedMs === 0)
        onWait(
          `${error.message} Waiting for it for ten seconds at most, then starting without: limits are counted alone.`,
        )
      if (waitedMs >= maxWaitMs) return false
      await sleep(timers, retryMs)
    }
  }
}

/** Every command that the counters need, in one script on a test key. */
const usedCommands = defineScript(`
redis.call('TIME')
redis.call('DEL', KEYS[1])
redis.call('RPUSH', KEYS[1], '1', '2')
redis.call('LLEN', KEYS[1])
redis.call('LINDEX', KEYS[1], 0)
redis.call('LRANGE', KEYS[1], 0, 1)
redis.call('LREM', KEYS[1], 1, '2')
redis.call('LPOP', KEYS[1])
redis.call('HSETNX', KEYS[1], 'a', '1')
redis.call('HSET', KEYS[1], 'a', '1')
redis.call('HINCRBY', KEYS[1], 'a', 1)
redis.call('HGET', KEYS[1], 'a')
redis.call('HMGET', KEYS[1], 'a')
redis.call('HKEYS', KEYS[1])
redis.call('HGETALL', KEYS[1])
redis.call('HDEL', KEYS[1], 'a')
redis.call('ZADD', KEYS[1], 1, 'a')
redis.call('ZREMRANGEBYSCORE', KEYS[1], 0, 0)
redis.call('ZCARD', KEYS[1])
redis.call('ZREM', KEYS[1], 'a')
redis.call('SET', KEYS[1], '1')
redis.call('GET', KEYS[1])
redis.call('INCRBY', KEYS[1], 1)
redis.call('EXPIRE', KEYS[1], 1)
redis.call('PEXPIRE', KEYS[1], 1000)
redis.call('DEL', KEYS[1])
return 1
`)

/** Missing permissions are permanent, so waiting would not help. Each server uses its own test key. */
async function tryCommands(redis: Pick<Redis, 'info' | 'run'>): Promise<string> {
  try {
    await redis.run({ script: usedCommands, keys: [`p2p:check:${randomUUID()}`], values: [] })
    return await redis.info()
  } catch (error) {
    const refusal = /\b(?:WRONGPASS|NOAUTH|NOPERM|ACL failure|can't run this command|No permissions)\b.*/i.exec(
      error instanceof Error ? error.message : '',
    )
    if (error instanceof RedisUnavailableError && refusal !== null)
      throw new UnsupportedDatabaseError(`Redis refuses us: ${refusal[0]}`, { cause: error })
    throw error
  }
}

function readFact(line: string): [name: string, value: string] {
  const colon = line.indexOf(':')
  return [line.slice(0, colon), line.slice(colon + 1)]
}

/** Valkey 7.2 also reports a compatible Redis version. */
function isNewEnough(version: string): boolean {
  const [, major = '0', minor = '0'] = /^(\d+)\.(\d+)/.exec(version) ?? []
  return Number(major) > 6 || (Number(major) === 6 && Number(minor) >= 2)
}
