import { defineScript, type Redis } from '../redis/redis.js'
import type { Clock } from '../time/clock.js'
import { type Cancel, every, type Timers } from '../time/timers.js'

/** Where the log of changes ends, as all servers over one Redis know it: sooner than the database is asked, and while it cannot be. */
export interface HeadWatch {
  /** Says at once how far we have read. */
  say(): void
  stop: Cancel
}

const lookMs = 100

/** The end that was known before we came, and ours where that is further. */
const raise = defineScript(`
  local known = tonumber(redis.call('GET', KEYS[1]) or '-1')
  if tonumber(ARGV[1]) > known or ARGV[2] == 'anew' then redis.call('SET', KEYS[1], ARGV[1]) end
  return known
`)

/** Says once how far the log goes: who has changed something and does not stay. */
export async function sayHead(redis: Pick<Redis, 'run'>, clusterId: string, seq: number): Promise<void> {
  await redis.run({ script: raise, keys: [keyOf(clusterId)], values: [seq, 'usual'] })
}

const keyOf = (clusterId: string): string => `p2p:${clusterId}:head`

export function watchHead(ports: {
  readonly redis: Pick<Redis, 'run'>
  readonly clusterId: string
  readonly clock: Clock
  readonly timers: Timers
  readonly feed: {
    readonly place: { readonly seq: number }
    hearOfHead(seq: number, askedAtMonoMs: number): void
    catchUp(): Promise<void>
  }
}): HeadWatch {
  const { redis, clusterId, clock, timers, feed } = ports
  const keys = [keyOf(clusterId)]
  const ask = async (how: 'usual' | 'anew'): Promise<number> =>
    Number(await redis.run({ script: raise, keys, values: [feed.place.seq, how] }))

  /** The database is the truth: what it does not know of by now was lost with an earlier one. */
  const refute = async (head: number): Promise<void> => {
    await feed.catchUp()
    if (feed.place.seq < head) await ask('anew')
  }

  const look = async (): Promise<void> => {
    const askedAtMonoMs = clock.monoMs()
    const head = await ask('usual')
    feed.hearOfHead(head, askedAtMonoMs)
    if (head > feed.place.seq) await refute(head)
  }

  // Without Redis the database is asked often enough.
  return { say: () => void look().catch(() => {}), stop: every(timers, lookMs, look, () => {}) }
}
