import { defineScript } from '../../base/redis/redis.js'
import type { SharedStreamLimiterPorts } from './shared-stream-limiter.js'

/**
 * Counts open streams of all servers: those of this server, of a hashed holder, and the `wanted` additional ones.
 * Replaces this server's earlier claim, so a repetition is safe and repairs a lost one. Returns how many were granted,
 * and the time until the holder's first stream on any server ends by itself; null if none is open. Null if Redis was
 * emptied and another epoch began.
 */
export async function claimStreams(
  { redis, clusterId, server, aliveMs, renewMs }: Required<SharedStreamLimiterPorts>,
  epoch: string,
  claim: { holder: string; open: number; endsInMs: number | null; wanted: number; most: number; lastsMs: number },
) {
  const { holder, open, endsInMs, wanted, most, lastsMs } = claim
  const answer = await redis.run({
    script: claimScript,
    keys: [streamEpochKeyOf(clusterId), `p2p:${clusterId}:st:{${holder}}`],
    values: [epoch, server, aliveMs, 3 * renewMs, open, Math.ceil(endsInMs ?? 0), wanted, most, Math.ceil(lastsMs)],
  })
  if (answer === null) return null
  const [granted, first] = answer
  return { granted, endsInMs: first < 0 ? null : first }
}

export const streamEpochKeyOf = (clusterId: string): string => `p2p:${clusterId}:streams`

/**
 * A holder is a hash with one field per server: number of streams, end of the first one, time of the claim. Silent
 * servers don't count, but their fields stay, because they may come back.
 */
const claimScript = defineScript<[granted: number, endsInMs: number] | null>(`
if redis.call('HGET', KEYS[1], 'id') ~= ARGV[1] then return false end
local server, alive, kept = ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4])
local open, wanted, most = tonumber(ARGV[5]), tonumber(ARGV[7]), tonumber(ARGV[8])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

local others, first = 0, math.huge
local fields = redis.call('HGETALL', KEYS[2])
for at = 1, #fields, 2 do
  local count, ends, told = string.match(fields[at + 1], '^(%d+) (%d+) (%d+)$')
  if now - tonumber(told) > kept then redis.call('HDEL', KEYS[2], fields[at])
  elseif fields[at] ~= server then
    local heard = tonumber(redis.call('HGET', KEYS[1], 'told' .. fields[at]))
    if heard and now - heard <= alive then
      others = others + tonumber(count)
      first = math.min(first, tonumber(ends))
    end
  end
end

local granted = math.max(0, math.min(wanted, most - others - open))
local own = math.huge
if open > 0 then own = now + tonumber(ARGV[6]) end
if granted > 0 then own = math.min(own, now + tonumber(ARGV[9])) end
if open + granted > 0 then
  redis.call('HSET', KEYS[2], server, string.format('%d %.0f %.0f', open + granted, own, now))
  redis.call('PEXPIRE', KEYS[2], kept)
else redis.call('HDEL', KEYS[2], server) end

first = math.min(first, own)
if first == math.huge then return { granted, -1 } end
return { granted, math.max(0, first - now) }
`)
