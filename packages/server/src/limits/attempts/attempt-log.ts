import { decide } from '../../base/redis/outage-policy.js'
import { defineScript } from '../../base/redis/redis.js'
import { type ClusterInRedis, createHashKey } from '../shared/cluster-in-redis.js'

export type LoggedName = { readonly budget: string; readonly name: string; readonly most: number }

/** Redis's time of the attempt, or the wait if it was not counted. */
export type Logged = { readonly atUs: string } | { readonly waitMs: number }

/** Exact sliding logs of attempts on all servers, in Redis. Names are hashed. */
export function createAttemptLog(ports: Pick<ClusterInRedis, 'redis' | 'clusterId' | 'secret'>) {
  const { redis, clusterId, secret } = ports
  const hashKey = createHashKey(secret)
  const keysOf = (names: readonly LoggedName[]): readonly string[] =>
    names.map(({ budget, name }) => `p2p:${clusterId}:f:${budget}:{${hashKey(name)}}`)

  return {
    /** Counts under all of these names, or returns the wait until all have room. Null without Redis. */
    countAttempts: async (
      names: readonly LoggedName[],
      spanMs: number,
      late: (logged: Logged) => void = () => {},
    ): Promise<Logged | null> => {
      const call = {
        script: countScript,
        keys: keysOf(names),
        values: [spanMs * 1000, ...names.map(({ most }) => most)],
        onLateReply: (answer: CountAnswer) => late(readLogged(answer)),
      }
      const answer = await decide(redis, call, () => null)
      return answer === null ? null : readLogged(answer)
    },
    takeBack: (names: readonly LoggedName[], atUs: string): void =>
      void decide(redis, { script: takeBackScript, keys: keysOf(names), values: [atUs] }, () => null),
  }
}

export type AttemptLog = ReturnType<typeof createAttemptLog>

function readLogged([atUs, waitUs]: CountAnswer): Logged {
  return waitUs > 0 ? { waitMs: waitUs / 1000 } : { atUs }
}

type CountAnswer = [atUs: string, waitUs: number]

/** Each name is a list of attempt times, oldest first, in microseconds of Redis's clock, written in full. */
const countScript = defineScript<CountAnswer>(`
local span = tonumber(ARGV[1])
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
for _, key in ipairs(KEYS) do now = math.max(now, tonumber(redis.call('LINDEX', key, -1)) or 0) end
local wait = 0
for at, key in ipairs(KEYS) do
  while (tonumber(redis.call('LINDEX', key, 0)) or now) <= now - span do redis.call('LPOP', key) end
  local surplus = redis.call('LLEN', key) - tonumber(ARGV[at + 1])
  if surplus >= 0 then wait = math.max(wait, tonumber(redis.call('LINDEX', key, surplus)) + span - now) end
end
local spelled = string.format('%.0f', now)
if wait == 0 then
  for _, key in ipairs(KEYS) do
    redis.call('RPUSH', key, spelled)
    redis.call('PEXPIRE', key, math.ceil(span / 1000))
  end
end
return { spelled, wait }
`)

const takeBackScript = defineScript(`
for _, key in ipairs(KEYS) do redis.call('LREM', key, -1, ARGV[1]) end
return 1
`)
