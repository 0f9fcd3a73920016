import type { Clock } from '../base/time/clock.js'
import { every, sleep, type Timers } from '../base/time/timers.js'
import type { LogPosition } from './events/change-log.js'

export type Member = {
  readonly id: string
  readonly release: string
  readonly address: string
  readonly startedMs: number
  /** Time since its last heartbeat, by the database's clock. */
  readonly silentMs: number
  /** Position read in the changelog; 0 if it read another log, from before a database restore. */
  readonly seen: number
  /** A digest of what all servers must have set alike. */
  readonly settings: string
  readonly troubles: readonly string[]
}

export type MemberSelf = Pick<Member, 'id' | 'release' | 'address' | 'settings'>

/** Registry of servers. Implemented in storage/; every implementation passes member-store.contract.ts. */
export interface MemberStore {
  join(member: MemberSelf): Promise<void>
  /** Resolves with the database's wall clock. Adds a forgotten member again. */
  beat(member: MemberSelf & Pick<Member, 'troubles'> & { readonly read: LogPosition }): Promise<number>
  leave(id: string): Promise<void>
  /** The oldest first. */
  all(): Promise<readonly Member[]>
  forgetSilent(forMs: number): Promise<void>
}

/** Acknowledgements of a change. `silent` lists servers that didn't confirm in time or whose heartbeat is missing. */
export type Propagated = { readonly acted: number; readonly of: number; readonly silent: readonly string[] }

export type ClusterMembership = Awaited<ReturnType<typeof startHeartbeat>>

const beatMs = 500
export const aliveMs = 2_000
/** After a longer one between two looks the database, or we ourselves, stood still. */
const longestBreakMs = 1_000
/** Time for which a server without heartbeats may still serve cached data: 10 s, plus the time to notice. */
const mayServeMs = 15_000
const propagationTimeoutMs = 1_000
const pollIntervalMs = 25

export const countAlive = async (store: Pick<MemberStore, 'all'>): Promise<number> =>
  (await store.all()).filter(isAlive).length

const isAlive = ({ silentMs }: Member): boolean => silentMs < aliveMs

/** Wait up to 1 s until all live servers have read the log up to `seq`. Silent servers cause no wait. */
export async function waitForPropagation(
  seq: number,
  { store, clock, timers }: { readonly store: MemberStore; readonly clock: Clock; readonly timers: Timers },
): Promise<Propagated> {
  const untilMs = clock.monoMs() + propagationTimeoutMs
  for (;;) {
    const members = (await store.all()).filter(({ silentMs }) => silentMs < mayServeMs)
    const silent = members.filter((member) => member.seen < seq)
    if (!silent.some(isAlive) || clock.monoMs() >= untilMs)
      return {
        acted: members.length - silent.length,
        of: members.length,
        silent: silent.map(({ id, address }) => `${id} (${address})`),
      }
    await sleep(timers, pollIntervalMs)
  }
}

export async function startHeartbeat(ports: {
  readonly store: MemberStore
  readonly self: MemberSelf
  readonly seen: () => LogPosition
  readonly troubles: () => readonly string[]
  readonly clock: Clock
  readonly timers: Timers
  readonly reportOutage: (error: unknown) => void
  readonly onDiffer?: () => void
}) {
  const { store, self, seen, troubles, clock, timers, reportOutage, onDiffer = () => {} } = ports
  let aliveCount = 1
  let lookedAtMonoMs = Number.NEGATIVE_INFINITY
  let answersSinceMonoMs = Number.NEGATIVE_INFINITY
  let aheadMs = 0
  let settingsDiffer = false
  let isLeaving = false
  const beating = new Set<Promise<void>>()

  async function sendBeat(): Promise<void> {
    const askedAtMs = clock.wallMs()
    const theirsMs = await store.beat({ ...self, read: seen(), troubles: troubles() })
    aheadMs = theirsMs - (askedAtMs + clock.wallMs()) / 2
  }

  async function beat(): Promise<void> {
    if (isLeaving) return
    const one = sendBeat()
    beating.add(one)
    await one.finally(() => beating.delete(one))
  }

  async function checkMembers(): Promise<void> {
    await beat()
    const members = (await store.all()).filter(isAlive)
    const nowMonoMs = clock.monoMs()
    if (nowMonoMs - lookedAtMonoMs > longestBreakMs) answersSinceMonoMs = nowMonoMs
    lookedAtMonoMs = nowMonoMs
    // Keep the old count for 2 s after a database outage, until every server could send a heartbeat.
    const least = nowMonoMs - answersSinceMonoMs < aliveMs ? aliveCount : 1
    aliveCount = Math.max(least, members.length)
    const before = settingsDiffer
    settingsDiffer = members.find(({ release }) => release === self.release)?.settings !== self.settings
    if (settingsDiffer && !before) onDiffer()
  }

  await store.join(self)
  await checkMembers()
  const stop = every(timers, beatMs, checkMembers, reportOutage)
  return {
    /** Number of known live servers, including this one. */
    servers: (): number => aliveCount,
    /** Milliseconds by which the database's clock is ahead of ours. */
    clockAheadMs: (): number => aheadMs,
    /** Returns true if our settings differ from those of the longest-running server of our release. */
    settingsDiffer: (): boolean => settingsDiffer,
    /** Report our log position at once, because another server waits for it. */
    beat,
    stop: async (): Promise<void> => {
      stop()
      isLeaving = true
      // Wait for pending heartbeats: a late one would mark us alive again for seconds.
      await Promise.allSettled(beating)
      await store.leave(self.id)
    },
  }
}
