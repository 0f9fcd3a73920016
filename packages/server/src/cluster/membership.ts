import type { Clock } from '../time/clock.js'
import { every, type Timers } from '../time/timers.js'
import type { Member, MemberSelf, MemberStore, PlaceRead } from './member-store.js'

/** Who acted on a change: `silent` did not in time, or may be there and was not heard of. */
export type Propagated = { readonly acted: number; readonly of: number; readonly silent: readonly string[] }

/** This server among the others. */
export interface Peers {
  /** How many servers there are, this one among them, as far as is known. */
  servers(): number
  /** How far the database's clock is ahead of ours. */
  clockAheadMs(): number
  /** Whether this server has other settings than the one of its release that has been there longest. */
  differs(): boolean
  /** Says at once how far we have read: somebody waits for it. */
  beat(): Promise<void>
  stop(): Promise<void>
}

const beatMs = 500
/** Who was not heard of for longer is not there. */
export const aliveMs = 2_000
/** After a longer one between two looks the database, or we ourselves, stood still. */
const longestBreakMs = 1_000
/** So long one that nobody hears of may still serve by what it knew: ten seconds, and what it takes to notice. */
const mayServeMs = 15_000
const actMs = 1_000
const pollIntervalMs = 25

/** Of the others, before one joins them. */
export const countAlive = async (store: Pick<MemberStore, 'all'>): Promise<number> =>
  (await store.all()).filter(isThere).length

const isThere = ({ silentMs }: Member): boolean => silentMs < aliveMs

/** Waits a second at most until all who are there have read the log up to here; for others it would wait in vain. */
export async function waitForPropagation(
  seq: number,
  { store, clock, timers }: { readonly store: MemberStore; readonly clock: Clock; readonly timers: Timers },
): Promise<Propagated> {
  const untilMs = clock.monoMs() + actMs
  for (;;) {
    const members = (await store.all()).filter(({ silentMs }) => silentMs < mayServeMs)
    const silent = members.filter((member) => member.seen < seq)
    if (!silent.some(isThere) || clock.monoMs() >= untilMs)
      return {
        acted: members.length - silent.length,
        of: members.length,
        silent: silent.map(({ id, address }) => `${id} (${address})`),
      }
    await new Promise<void>((done) => void timers.after(pollIntervalMs, done))
  }
}

export async function startHeartbeat(ports: {
  readonly store: MemberStore
  readonly self: MemberSelf
  /** How far the log of changes was read. */
  readonly seen: () => PlaceRead
  readonly troubles: () => readonly string[]
  readonly clock: Clock
  readonly timers: Timers
  readonly reportOutage: (error: unknown) => void
  readonly onDiffer?: () => void
}): Promise<Peers> {
  const { store, self, seen, troubles, clock, timers, reportOutage, onDiffer = () => {} } = ports
  let there = 1
  let lookedAtMonoMs = Number.NEGATIVE_INFINITY
  let answersSinceMonoMs = Number.NEGATIVE_INFINITY
  let aheadMs = 0
  let differs = false
  let isLeaving = false
  const beating = new Set<Promise<void>>()

  async function sayHere(): Promise<void> {
    const askedAtMs = clock.wallMs()
    const theirsMs = await store.beat({ ...self, read: seen(), troubles: troubles() })
    aheadMs = theirsMs - (askedAtMs + clock.wallMs()) / 2
  }

  async function beat(): Promise<void> {
    if (isLeaving) return
    const one = sayHere()
    beating.add(one)
    await one.finally(() => beating.delete(one))
  }

  async function look(): Promise<void> {
    await beat()
    const members = (await store.all()).filter(isThere)
    const nowMonoMs = clock.monoMs()
    if (nowMonoMs - lookedAtMonoMs > longestBreakMs) answersSinceMonoMs = nowMonoMs
    lookedAtMonoMs = nowMonoMs
    // While the database was away nobody could be heard of: all get the time to say that they are still there.
    const least = nowMonoMs - answersSinceMonoMs < aliveMs ? there : 1
    there = Math.max(least, members.length)
    const before = differs
    differs = members.find(({ release }) => release === self.release)?.settings !== self.settings
    if (differs && !before) onDiffer()
  }

  await store.join(self)
  await look()
  const stop = every(timers, beatMs, look, reportOutage)
  return {
    servers: () => there,
    clockAheadMs: () => aheadMs,
    differs: () => differs,
    beat,
    stop: async () => {
      stop()
      isLeaving = true
      // One that arrived behind the farewell would say for seconds that we are there.
      await Promise.allSettled(beating)
      await store.leave(self.id)
    },
  }
}
