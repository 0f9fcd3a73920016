import { UnfitEngineError } from '../refusals/unfit-engine.js'
import type { Redis } from './redis.js'

/** Refuses a Redis that could not keep counts exactly: one that is too old, or forgets what it likes when it is full. */
export async function checkRedis(redis: Pick<Redis, 'info'>): Promise<void> {
  const facts = new Map((await redis.info()).split(/\r?\n/).map(readFact))
  const version = facts.get('redis_version') ?? 'of an unknown version'
  if (!isNewEnough(version))
    throw new UnfitEngineError(`Redis 6.2 or newer, or Valkey 7.2 or newer, is needed; there is Redis ${version}.`)
  const policy = facts.get('maxmemory_policy') ?? 'unknown'
  if (policy !== 'noeviction')
    throw new UnfitEngineError(`Redis must not forget counts: set its maxmemory-policy to noeviction; it is ${policy}.`)
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
