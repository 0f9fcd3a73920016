import { randomBytes } from 'node:crypto'
import type { Redis } from '../../redis/redis.js'
import type { Clock } from '../../time/clock.js'
import { madeByScript } from './made-by-script.js'
import { enterScript } from './scripts.js'

export type SessionId = { readonly id: string; readonly toldBy: number }

/**
 * Returns the current epoch and the number of servers that have settled their own counts within this time. Registers
 * this server as settled if `toldIn` is the current epoch.
 */
export type Enter = (toldIn: string | null, withinMs: number) => Promise<SessionId>

type EpochPlace = {
  readonly redis: Pick<Redis, 'run'>
  readonly epochKey: string
  readonly server: string
  readonly clock: Clock
}

export function createEnter({ redis, epochKey, server, clock }: EpochPlace): Enter {
  /** Redis's time less ours, as of its last answer. */
  let aheadMs = 0
  return async (toldIn, withinMs) => {
    const candidate = randomBytes(8).toString('hex')
    const validUntilMs = Math.ceil(clock.monoMs() + aheadMs + validMs)
    const answer = await redis.run({
      script: enterScript,
      keys: [epochKey],
      values: [candidate, server, toldIn ?? '', Math.ceil(withinMs), validUntilMs],
    })
    const [id, toldBy, redisMs] = madeByScript<EnterAnswer>(answer)
    aheadMs = redisMs - clock.monoMs()
    return { id, toldBy }
  }
}

/** A stalled Redis runs a call late, when this server has long counted alone again: that registers nothing. */
const validMs = 200

type EnterAnswer = [id: string, toldBy: number, redisMs: number]
