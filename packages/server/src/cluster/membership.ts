import type { Clock } from '../time/clock.js'
import { every, type Timers } from '../time/timers.js'
import type { Member, MemberSelf, MemberStore, PlaceRead } from './member-store.js'

/** Acknowledgements of a change. `silent` lists servers that didn't confirm in time or whose heartbeat is missing. */
export type Propagated = { readonly acted: number; readonly of: number; readonly silent: readonly string[] }

export interface Peers {
  /** Number of known live servers, including this one. */
  servers(): number
  /** Milliseconds by which the database's clock is ahead of ours. */
  clockAheadMs(): number
  /** Returns true if our settings differ from those of the longest-running server of our release. */
  differs(): boolean
  /** Report our log position at once, because another server waits for it. */
  beat(): Promise<void>
  stop(): Promise<void>
}

const beatMs = 500
export const aliveMs = 2_000
/** After a longer one between two looks the database, or we ourselves, stood still. */
const longestBreakMs = 1_000
/** Time for which a server without heartbeats may still serve cached data: 10 s, plus the time to notice. */
const mayServeMs = 15_000
const actMs = 1_000
const pollIntervalMs = 25

export const countAlive = async (store: Pick<MemberStore, 'all'>): Promise<number> =>
  (await store.all()).filter(isThere).length

const isThere = ({ silentMs }: Member): boolean => silentMs < aliveMs

/** Wait up to 1 s until all live servers have read the log up to `seq`. Silent servers cause no wait. */
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
    // Keep the old count for 2 s after a database outage, until every server could send a heartbeat.
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
      // Wait for pending heartbeats: a late one would mark us alive again for seconds.
      await Promise.allSettled(beating)
      await store.leave(self.id)
    },
  }
}
