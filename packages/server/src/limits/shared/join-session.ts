import { randomBytes } from 'node:crypto'
import type { Redis } from '../../redis/redis.js'
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
}

export const createEnter =
  ({ redis, epochKey, server }: EpochPlace): Enter =>
  async (toldIn, withinMs) => {
    const candidate = randomBytes(8).toString('hex')
    const answer = await redis.run({
      script: enterScript,
      keys: [epochKey],
      values: [candidate, server, toldIn ?? '', Math.ceil(withinMs)],
    })
    const [id, toldBy] = madeByScript<EnterAnswer>(answer)
    return { id, toldBy }
  }

type EnterAnswer = [id: string, toldBy: number]
