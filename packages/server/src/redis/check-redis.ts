import { UnfitEngineError } from '../refusals/unfit-engine.js'
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

const nothing = defineScript('return 1')

/** Whoever may not ask for its facts or run scripts is of no use; that does not pass by waiting. */
async function asked(redis: Pick<Redis, 'info' | 'run'>): Promise<string> {
  try {
    await redis.run({ script: nothing, keys: [], values: [] })
    return await redis.info()
  } catch (error) {
    const refusal = /\b(?:WRONGPASS|NOAUTH|NOPERM)\b.*/.exec(error instanceof Error ? error.message : '')
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
