import { randomBytes } from 'node:crypto'
import type { Clock } from '../time/clock.js'
import { every, sleep, type Timers } from '../time/timers.js'
import { defineScript, type RedisCall, RedisUnavailableError, type ScriptRunner } from './redis.js'

/*
 * The policy of every server while Redis is gone. Requests wait for Redis no longer than one call may take (50 ms), and
 * never fail because of it.
 *
 * - One decision (attempts, slots at hosts, the head of the changelog): `decide`. This server decides alone, the next
 *   call asks Redis again.
 * - Counts that all servers keep together (requests, streams): a session. After 3 failures in a row, or once Redis was
 *   emptied, this server counts alone. It joins again after it has sent its own admissions to Redis.
 * - Alone, a server admits `shareOf` a limit, so that all of them together admit no more than the limit.
 *   `P2P_LIMITS_OUTAGE` chooses everything or nothing instead, for requests.
 */

/** Redis's answer or, if none comes in time, this server's own decision. */
export const decide = <Answer, Alone>(
  redis: ScriptRunner,
  call: RedisCall<Answer>,
  alone: (error: unknown) => Alone | Promise<Alone>,
): Promise<Answer | Alone> => redis.run(call).catch(alone)

/** One server's part of what all servers together may admit. */
export const shareOf = (most: number, servers: number, least = 1): number =>
  Math.max(least, Math.floor(most / Math.max(1, servers)))

/** Runs a Redis call in the current epoch. A `null` result means that the epoch is over. */
export type RunInSession = <Answer>(question: (epoch: string) => Promise<Answer | null>) => Promise<Answer>

type RedisSessionPorts = {
  readonly redis: ScriptRunner
  readonly epochKey: string
  readonly server: string
  readonly clock: Clock
  readonly timers: Timers
  readonly servers: () => number
}

type SessionMember = {
  /** Settles everything that Redis does not know. A new epoch knows nothing, so all counts are sent again. */
  sendCounts(ask: RunInSession, isNewEpoch: boolean): Promise<void>
  onChange(isJoined: boolean, why: string): void
}

export type RedisSession = ReturnType<typeof createRedisSession>

const mostMisses = 3
const pauseMs = 1_000
/** Bounds the wait for other servers that have not settled their counts yet. */
const gatheringMs = 2_000
const lookAgainMs = 50
/** Interval at which an idle server checks the epoch and registers as alive. */
const watchMs = 500

export function createRedisSession(ports: RedisSessionPorts) {
  const member: SessionMember = { sendCounts: async () => {}, onChange: () => {} }
  const run: RunInSession = (question) => runJoined(session, question)
  const session = {
    ports,
    member,
    /** Empty until this server has joined one. */
    epoch: '',
    isJoined: false,
    isClosed: false,
    misses: 0,
    leftAtMonoMs: ports.clock.monoMs() - 3 * watchMs,
    /** Redis's time less ours, as of its last answer. */
    aheadMs: 0,
    cancelAttempt: (): void => {},
    cancelWatch: (): void => {},
    /**
     * Rejects if Redis does not answer. After 3 failures in a row, or once Redis was emptied, the server leaves and
     * counts locally.
     */
    run,
  }
  return session
}

/**
 * Resolves once joined, or after 3 failed attempts; later attempts continue in the background. One late answer must not
 * make a server count locally, next to the shared counts of the cluster.
 */
export async function openSession(session: RedisSession, member: SessionMember): Promise<void> {
  session.member = member
  const nothing = () => {}
  session.cancelWatch = every(session.ports.timers, watchMs, () => watch(session), nothing)
  for (let tried = 1; tried < mostMisses && !session.isJoined; tried++) await attempt(session).catch(() => {})
  if (!session.isJoined) await join(session)
  if (!session.isJoined) member.onChange(false, 'Redis did not let us count there.')
}

export function closeSession(session: RedisSession): void {
  session.isClosed = true
  session.isJoined = false
  session.cancelAttempt()
  session.cancelWatch()
}

async function runJoined<Answer>(
  session: RedisSession,
  question: (epoch: string) => Promise<Answer | null>,
): Promise<Answer> {
  if (!session.isJoined) throw new RedisUnavailableError('This server counts alone.')
  try {
    const answer = await runInEpoch(session.epoch)(question)
    session.misses = 0
    return answer
  } catch (error) {
    session.misses += 1
    if (error instanceof EpochOverError) leave(session, error.message, 0)
    else if (session.misses >= mostMisses)
      leave(session, error instanceof Error ? error.message : String(error), pauseMs)
    throw error
  }
}

const runInEpoch =
  (epoch: string): RunInSession =>
  async (question) => {
    const answer = await question(epoch)
    if (answer === null) throw new EpochOverError('Redis was emptied.')
    return answer
  }

function leave(session: RedisSession, why: string, afterMs: number): void {
  if (!session.isJoined) return
  session.isJoined = false
  session.misses = 0
  session.leftAtMonoMs = session.ports.clock.monoMs()
  session.member.onChange(false, why)
  tryAgain(session, afterMs)
}

function tryAgain(session: RedisSession, afterMs: number): void {
  if (!session.isClosed) session.cancelAttempt = session.ports.timers.after(afterMs, () => void join(session))
}

const join = (session: RedisSession): Promise<void> => attempt(session).catch(() => tryAgain(session, pauseMs))

async function attempt(session: RedisSession): Promise<void> {
  const { member } = session
  const { epoch } = await register(session, null, 0)
  const isNew = epoch !== session.epoch
  session.epoch = epoch
  const ask = runInEpoch(epoch)
  await member.sendCounts(ask, isNew)
  await awaitOtherServers(session, epoch, ask)
  await member.sendCounts(ask, false)
  if (session.isClosed) return
  session.misses = 0
  session.isJoined = true
  member.onChange(true, 'Redis answers.')
}

/**
 * Waits until other servers have settled too, because they may have admitted requests without Redis. Settles again
 * before each further look, because servers that join first must know of admissions made while others wait.
 */
async function awaitOtherServers(session: RedisSession, epoch: string, ask: RunInSession): Promise<void> {
  const { clock, timers, servers } = session.ports
  const untilMonoMs = clock.monoMs() + gatheringMs
  for (;;) {
    const current = await register(session, epoch, clock.monoMs() - session.leftAtMonoMs)
    if (current.epoch !== epoch) throw new EpochOverError('Redis was emptied.')
    if (current.settledBy >= servers() || clock.monoMs() >= untilMonoMs || session.isClosed) return
    await sleep(timers, lookAgainMs)
    await session.member.sendCounts(ask, false)
  }
}

async function watch(session: RedisSession): Promise<void> {
  if (session.isJoined) await session.run(async (epoch) => (await register(session, epoch, 0)).epoch === epoch || null)
}

/**
 * Returns the current epoch and the number of servers that have settled their own counts within this time. Registers
 * this server as settled if `settledIn` is the current epoch.
 */
async function register(session: RedisSession, settledIn: string | null, withinMs: number) {
  const { redis, epochKey, server, clock } = session.ports
  const candidate = randomBytes(8).toString('hex')
  const validUntilMs = Math.ceil(clock.monoMs() + session.aheadMs + validMs)
  const [epoch, settledBy, redisMs] = await redis.run({
    script: registerScript,
    keys: [epochKey],
    values: [candidate, server, settledIn ?? '', Math.ceil(withinMs), validUntilMs],
  })
  session.aheadMs = redisMs - clock.monoMs()
  return { epoch, settledBy }
}

/** A stalled Redis runs a call late, when this server has long counted alone again: that registers nothing. */
const validMs = 200

const registerScript = defineScript<[epoch: string, settledBy: number, redisMs: number]>(`
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('HSETNX', KEYS[1], 'id', ARGV[1])
local id = redis.call('HGET', KEYS[1], 'id')
if ARGV[3] == id and now <= tonumber(ARGV[5]) then redis.call('HSET', KEYS[1], 'told' .. ARGV[2], string.format('%.0f', now)) end
local toldBy = 0
local fields = redis.call('HGETALL', KEYS[1])
for at = 1, #fields, 2 do
  if string.find(fields[at], '^told') then
    local age = now - tonumber(fields[at + 1])
    if age <= tonumber(ARGV[4]) then toldBy = toldBy + 1
    elseif age > 60000 then redis.call('HDEL', KEYS[1], fields[at]) end
  end
end
return { id, toldBy, now }
`)

class EpochOverError extends Error {
  override readonly name = 'EpochOverError'
}
