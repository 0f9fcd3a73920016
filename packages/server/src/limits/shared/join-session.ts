import { randomBytes } from 'node:crypto'
import type { Redis } from '../../base/redis/redis.js'
import type { Clock } from '../../base/time/clock.js'
import { castScriptAnswer } from './cast-script-answer.js'
import { joinSessionScript } from './scripts.js'

export type SessionId = { readonly id: string; readonly reportedBy: number }

/**
 * Returns the current epoch and the number of servers that have settled their own counts within this time. Registers
 * this server as settled if `toldIn` is the current epoch.
 */
export type JoinSession = (toldIn: string | null, withinMs: number) => Promise<SessionId>

type JoinSessionPorts = {
  readonly redis: Pick<Redis, 'run'>
  readonly epochKey: string
  readonly server: string
  readonly clock: Clock
}

export function createJoinSession({ redis, epochKey, server, clock }: JoinSessionPorts): JoinSession {
  /** Redis's time less ours, as of its last answer. */
  let aheadMs = 0
  return async (reportedIn, withinMs) => {
    const candidate = randomBytes(8).toString('hex')
    const validUntilMs = Math.ceil(clock.monoMs() + aheadMs + validMs)
    const answer = await redis.run({
      script: joinSessionScript,
      keys: [epochKey],
      values: [candidate, server, reportedIn ?? '', Math.ceil(withinMs), validUntilMs],
    })
    const [id, reportedBy, redisMs] = castScriptAnswer<JoinSessionAnswer>(answer)
    aheadMs = redisMs - clock.monoMs()
    return { id, reportedBy }
  }
}

/** A stalled Redis runs a call late, when this server has long counted alone again: that registers nothing. */
const validMs = 200

type JoinSessionAnswer = [id: string, toldBy: number, redisMs: number]
