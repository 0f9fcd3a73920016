import { randomUUID } from 'node:crypto'
import { UnfitEngineError } from '../errors/unsupported-database.js'
import { defineScript, type Redis, RedisUnavailableError } from './redis.js'

/** Refuses a Redis that could not keep counts exactly: one that is too old, or forgets what it likes when it is full. */
export async function checkRedis(redis: Pick<Redis, 'info' | 'run'>): Promise<void> {
  const facts = new Map((await asked(redis)).split(/\r?\n/).map(readFact))
  const version = facts.get('redis_version') ?? 'of an unknown version'
  if (!isNewEnough(version))
    throw new UnfitEngineError(`Redis 6.2 or newer, or Valkey 7.2 or newer, is needed; there is Redis ${version}.`)
  const policy = facts.get('maxmemory_policy') ?? 'unknown'
  if (policy !== 'noeviction')
    throw new UnfitEngineError(`Redis must not forget counts: set its maxmemory-policy to noeviction; it is ${policy}.`)
}

/** Everything that counting does, once: with a key of ours, in one script. */
const everything = defineScript(`
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

/**
 * Whoever may not ask for its facts, run scripts or do all of that with keys of ours is of no use; that does not pass by
 * waiting. Each server has a key of its own for it.
 */
async function asked(redis: Pick<Redis, 'info' | 'run'>): Promise<string> {
  try {
    await redis.run({ script: everything, keys: [`p2p:check:${randomUUID()}`], values: [] })
    return await redis.info()
  } catch (error) {
    const refusal = /\b(?:WRONGPASS|NOAUTH|NOPERM|ACL failure|can't run this command|No permissions)\b.*/i.exec(
      error instanceof Error ? error.message : '',
    )
    if (error instanceof RedisUnavailableError && refusal !== null)
      throw new UnfitEngineError(`Redis refuses us: ${refusal[0]}`, { cause: error })
    throw error
  }
}

function readFact(line: string): [name: string, value: string] {
  const colon = line.indexOf(':')
  return [line.slice(0, colon), line.slice(colon + 1)]
}

/** Valkey 7.2 tells the version of Redis that it understands, too. */
function isNewEnough(version: string): boolean {
  const [, major = '0', minor = '0'] = /^(\d+)\.(\d+)/.exec(version) ?? []
  return Number(major) > 6 || (Number(major) === 6 && Number(minor) >= 2)
}
