import { randomBytes } from 'node:crypto'
import type { Redis } from '../../redis/redis.js'
import { madeByScript } from './made-by-script.js'
import { enterScript } from './scripts.js'

export type SessionId = { readonly id: string; readonly toldBy: number }

/**
 * The epoch that there is, and how many servers have told within this time what they counted by themselves. This one
 * has told it in the epoch that it names.
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
