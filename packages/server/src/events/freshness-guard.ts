import type { HeadWatch } from '../cluster/log-head.js'
import { StorageUnavailableError } from '../errors/storage-unavailable.js'
import type { Clock } from '../time/clock.js'
import type { Timers } from '../time/timers.js'
import type { ChangelogBus } from './changelog-bus.js'

/** Whether what this server knows by heart may be answered from: whatever was changed elsewhere would have been heard. */
export interface FreshnessGuard {
  /** Without waiting. */
  readonly isSure: boolean
  /** Rejects where nobody can say so. */
  ensureFresh(): Promise<void>
  /** What can be heard in time. Never rejects; resolves with whether nothing can be missing now. */
  receive(): Promise<boolean>
  /** Neither the database nor Redis has said for 10 seconds where the log ends. */
  readonly isCutOff: boolean
  /** Another server has the database and this one has not: clients are better served there. */
  readonly isLeftAlone: boolean
}

/** So old may be what was heard last. */
const sureForMs = 1_000
/** Who is cut off from everybody goes on for so long by what it knew. */
const cutOffMs = 10_000
const patienceMs = 1_000
/**
 * Every server reads the log twice a second, so without a fault two servers differ by less. The server that reached the
 * database last never differs, and if all lose it the difference stays what it was: they never leave all at once.
 */
const leftAloneMs = 800
/** An older sign says nothing about the present. */
const signMs = 2_000
/** While the database cannot be asked, Redis says so often where the log ends. */
const elsewhereMs = 250

export function createFreshnessGuard(ports: {
  readonly feed: Pick<ChangelogBus, 'completeAtMonoMs' | 'readAtMonoMs' | 'isBehind' | 'catchUp'>
  readonly head: Pick<HeadWatch, 'reachedAtMonoMs'>
  readonly clock: Clock
  readonly timers: Timers
}): FreshnessGuard {
  const { feed, head, clock, timers } = ports
  /** Nobody could be asked just now: until then nobody is asked again. */
  let excusedUntilMonoMs = Number.NEGATIVE_INFINITY
  let asking: Promise<void> | null = null

  const isCutOff = (): boolean => clock.monoMs() - feed.completeAtMonoMs > cutOffMs

  const ask = async (): Promise<void> => {
    try {
      await within(timers, patienceMs, feed.catchUp())
    } catch (error) {
      if (feed.isBehind || isCutOff())
        throw new StorageUnavailableError('This server is cut off and may not know what was changed.', { cause: error })
      excusedUntilMonoMs = clock.monoMs() + sureForMs
    }
  }

  return {
    get isCutOff() {
      return isCutOff()
    },
    get isLeftAlone() {
      const { reachedAtMonoMs } = head
      return reachedAtMonoMs - feed.readAtMonoMs > leftAloneMs && clock.monoMs() - reachedAtMonoMs < signMs
    },
    get isSure() {
      const nowMonoMs = clock.monoMs()
      return nowMonoMs - feed.completeAtMonoMs < sureForMs || (nowMonoMs < excusedUntilMonoMs && !feed.isBehind)
    },
    receive: async () => {
      const askedAtMonoMs = clock.monoMs()
      const isKnown = (): boolean => feed.completeAtMonoMs >= askedAtMonoMs
      try {
        await within(timers, patienceMs, feed.catchUp())
      } catch {
        if (!isKnown()) await new Promise<void>((resolve) => void timers.after(elsewhereMs, resolve))
      }
      return isKnown()
    },
    ensureFresh: () => {
      asking ??= ask().finally(() => {
        asking = null
      })
      return asking
    },
  }
}

const within = <Answer>(timers: Timers, ms: number, answer: Promise<Answer>): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const cancel = timers.after(ms, () => reject(new Error(`There was no answer within ${ms} ms.`)))
    answer.then(resolve, reject).finally(cancel)
  })
