import { defineScript } from '../../base/redis/redis.js'
import type { LimitSubject } from '../limiter.js'
import { type AccountLimitState, onRecordIn, type SharedLimitPorts } from './account-limit-state.js'
import type { Settlement } from './settlements.js'

export type Decision = {
  /** `r` = admitted and reserved, `a` = admitted only, `q` = rejected by the month, `m` = by the minute. */
  readonly outcomes: string
  /** Redis's time of admission. */
  readonly atUs: number
  readonly bucket: number
  /** Counts of minute and month after the decision. Reservations are included in `used`. */
  readonly taken: number
  readonly used: number
  readonly reserved: number
  /** Time after `atUs` until a slot of the minute is free. */
  readonly freesInMs: number
}

/** Null if another epoch began. `late` gets a late decision. Rules: `b` = quota enforced, `c` = counted only. */
export async function decideInRedis(
  account: AccountLimitState,
  epoch: string,
  { month, limits, rules }: { month: number; limits: LimitSubject['limits']; rules: string },
  late: (decision: Decision) => void,
): Promise<Decision | null> {
  const { ports } = account.shared
  const { requestsPerMinute: perMinute, monthlyQuota: perMonth } = limits
  const onRecord = onRecordIn(account, month)
  const answer = await ports.redis.run({
    script: admitScript,
    keys: keysOf(account, month),
    values: [epoch, ...spansOf(ports), perMinute, perMonth, onRecord, rules],
    onLateReply: (answer) => {
      if (answer !== null) late(readDecision(ports, answer))
    },
  })
  return answer === null ? null : readDecision(ports, answer)
}

/** Null if Redis was emptied and another epoch began. */
export function settleInRedis(
  account: AccountLimitState,
  epoch: string,
  { month, sequence, counted, ended, givenBack, admittedAt }: Settlement,
): Promise<1 | null> {
  const { ports } = account.shared
  const nowMs = ports.clock.monoMs()
  const agesUs = admittedAt.map((at) => (nowMs - at) * 1000)
  return ports.redis.run({
    script: settleScript,
    keys: keysOf(account, month),
    values: [
      epoch,
      ...spansOf(ports),
      ports.server,
      sequence,
      counted,
      onRecordIn(account, month),
      [...ended].map((pair) => pair.join(':')).join(','),
      givenBack.join(','),
      agesUs.map(Math.floor).join(','),
    ],
  })
}

export const epochKeyOf = (clusterId: string): string => `p2p:${clusterId}:epoch`

/** Braces are a Redis Cluster hash tag: all keys of an account share a slot. */
function keysOf({ id, shared }: AccountLimitState, month: number): readonly string[] {
  const { clusterId } = shared.ports
  return [epochKeyOf(clusterId), `p2p:${clusterId}:m:{${id}}`, `p2p:${clusterId}:q:{${id}}:${month}`]
}

const spansOf = ({ windowMs, stretchMs }: SharedLimitPorts) => [windowMs * 1000, stretchMs * 1000]

type AdmitAnswer = [outcomes: string, atUs: number, taken: number, used: number, reserved: number, freesInUs: number]

function readDecision({ stretchMs }: SharedLimitPorts, answer: AdmitAnswer): Decision {
  const [outcomes, atUs, taken, used, reserved, freesInUs] = answer
  const bucket = Math.floor(atUs / (stretchMs * 1000))
  return { outcomes, atUs, bucket, taken, used, reserved, freesInMs: freesInUs / 1000 }
}

/**
 * Times are microseconds of Redis's clock, which never runs back here. They are written in full, because Lua would
 * shorten numbers of that size. A minute is a list of admission times, oldest first. A month is a hash: `c` = counted,
 * `r<bucket>` = reserved since that bucket, `s<server>` = last sequence of a server.
 */
const begin = `
if redis.call('HGET', KEYS[1], 'id') ~= ARGV[1] then return false end
local window, stretch = tonumber(ARGV[2]), tonumber(ARGV[3])
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
now = math.max(now, tonumber(redis.call('LINDEX', KEYS[2], -1)) or 0)
local function spell(number) return string.format('%.0f', number) end
local function first() return tonumber(redis.call('LINDEX', KEYS[2], 0)) end
while (first() or now) <= now - window do redis.call('LPOP', KEYS[2]) end
local function keep()
  redis.call('PEXPIRE', KEYS[2], math.ceil(window / 1000))
  redis.call('EXPIRE', KEYS[3], 6048000)
end
`

/** `b` is rejected once the month is used up, `c` is not. Returns false if the epoch has changed. */
const admitScript = defineScript<AdmitAnswer | null>(`${begin}
local perMinute, perMonth = tonumber(ARGV[4]), tonumber(ARGV[5])
local bucket = math.floor(now / stretch)
local own = 'r' .. spell(bucket)
local month = redis.call('HMGET', KEYS[3], 'c', own, 'r' .. spell(bucket - 1), 'r' .. spell(bucket - 2))
local counted = math.max(tonumber(month[1]) or 0, tonumber(ARGV[6]))
if counted > (tonumber(month[1]) or 0) then redis.call('HSET', KEYS[3], 'c', spell(counted)) end
local reserved = (tonumber(month[2]) or 0) + (tonumber(month[3]) or 0) + (tonumber(month[4]) or 0)
local taken = redis.call('LLEN', KEYS[2])

local outcomes, held, admitted = {}, 0, 0
for at = 1, #ARGV[7] do
  local isUsedUp = counted + reserved + held >= perMonth
  if isUsedUp and string.sub(ARGV[7], at, at) == 'b' then outcomes[at] = 'q'
  elseif taken + admitted >= perMinute then outcomes[at] = 'm'
  else
    admitted = admitted + 1
    if isUsedUp then outcomes[at] = 'a' else held = held + 1; outcomes[at] = 'r' end
  end
end

for _ = 1, admitted do redis.call('RPUSH', KEYS[2], spell(now)) end
if held > 0 and redis.call('HINCRBY', KEYS[3], own, held) == held then
  for _, field in ipairs(redis.call('HKEYS', KEYS[3])) do
    local old = string.match(field, '^r(%d+)$')
    if old and tonumber(old) < bucket - 2 then redis.call('HDEL', KEYS[3], field) end
  end
end
if admitted > 0 then keep() end
taken, reserved = taken + admitted, reserved + held

local frees = window
if taken > 0 then frees = tonumber(redis.call('LINDEX', KEYS[2], math.max(0, taken - perMinute))) + window - now end
return { table.concat(outcomes), now, taken, counted + reserved, reserved, frees }
`)

/** Ignores a sequence already applied. */
export const settleScript = defineScript<1 | null>(`${begin}
local counted = tonumber(redis.call('HGET', KEYS[3], 'c')) or 0
local server, sequence = 's' .. ARGV[4], tonumber(ARGV[5])
if sequence > (tonumber(redis.call('HGET', KEYS[3], server)) or 0) then
  redis.call('HSET', KEYS[3], server, spell(sequence))
  counted = counted + tonumber(ARGV[6])
  for bucket, ended in string.gmatch(ARGV[8], '(%d+):(%d+)') do
    local left = tonumber(redis.call('HGET', KEYS[3], 'r' .. bucket))
    if left and left > tonumber(ended) then redis.call('HINCRBY', KEYS[3], 'r' .. bucket, -ended)
    elseif left then redis.call('HDEL', KEYS[3], 'r' .. bucket) end
  end
  for given in string.gmatch(ARGV[9], '%d+') do redis.call('LREM', KEYS[2], -1, given) end
  if ARGV[10] ~= '' then
    local times = {}
    for _, known in ipairs(redis.call('LRANGE', KEYS[2], 0, -1)) do times[#times + 1] = tonumber(known) end
    for age in string.gmatch(ARGV[10], '%d+') do
      if tonumber(age) < window then times[#times + 1] = now - age end
    end
    table.sort(times)
    redis.call('DEL', KEYS[2])
    for _, each in ipairs(times) do redis.call('RPUSH', KEYS[2], spell(each)) end
  end
end
redis.call('HSET', KEYS[3], 'c', spell(math.max(counted, tonumber(ARGV[7]))))
keep()
return 1
`)
