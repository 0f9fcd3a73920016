import { StorageUnavailableError } from '../../base/errors/storage-errors.js'
import type { Clock } from '../../base/time/clock.js'
import { sleep, type Timers } from '../../base/time/timers.js'
import type { HeadWatch } from '../changelog-head.js'
import type { ChangelogBus } from './changelog-bus.js'

export type FreshnessGuard = ReturnType<typeof createFreshnessGuard>

/** Maximum age of the last confirmed log head for serving cached data. */
const sureForMs = 1_000
const cutOffMs = 10_000
const patienceMs = 1_000
/**
 * Servers read the log every 500 ms, so healthy ones differ by less. The last server to reach the database never
 * differs. If all lose it, the difference stays, so they never leave all at once.
 */
const leftAloneMs = 800
/** An older sign says nothing about the present. */
const signMs = 2_000
/** Time to wait for the log head from Redis if the database can't be read. */
const elsewhereMs = 250

/** Guard for serving cached data: it confirms that this server has missed no change from other servers. */
export function createFreshnessGuard(ports: {
  readonly eventBus: Pick<ChangelogBus, 'completeAtMonoMs' | 'readAtMonoMs' | 'isBehind' | 'catchUp'>
  readonly head: Pick<HeadWatch, 'reachedAtMonoMs'>
  readonly clock: Clock
  readonly timers: Timers
}) {
  const { eventBus, head, clock, timers } = ports
  /** Instant until which cached data count as fresh after a failed log read. */
  let excusedUntilMonoMs = Number.NEGATIVE_INFINITY
  let asking: Promise<void> | null = null

  const isCutOff = (): boolean => clock.monoMs() - eventBus.completeAtMonoMs > cutOffMs

  const catchUpOrThrow = async (): Promise<void> => {
    try {
      await within(timers, patienceMs, eventBus.catchUp())
    } catch (error) {
      if (eventBus.isBehind || isCutOff())
        throw new StorageUnavailableError('This server is cut off and may lack recent changes.', { cause: error })
      excusedUntilMonoMs = clock.monoMs() + sureForMs
    }
  }

  return {
    /** Neither the database nor Redis has said for 10 seconds where the log ends. */
    get isCutOff(): boolean {
      return isCutOff()
    },
    /** Another server has the database and this one has not: clients are better served there. */
    get isCutOffAlone(): boolean {
      const { reachedAtMonoMs } = head
      return reachedAtMonoMs - eventBus.readAtMonoMs > leftAloneMs && clock.monoMs() - reachedAtMonoMs < signMs
    },
    get isUpToDate(): boolean {
      const nowMonoMs = clock.monoMs()
      return nowMonoMs - eventBus.completeAtMonoMs < sureForMs || (nowMonoMs < excusedUntilMonoMs && !eventBus.isBehind)
    },
    /** Read the log with a time limit. Never rejects; resolves with false if changes may be missing. */
    tryCatchUp: async (): Promise<boolean> => {
      const askedAtMonoMs = clock.monoMs()
      const isKnown = (): boolean => eventBus.completeAtMonoMs >= askedAtMonoMs
      try {
        await within(timers, patienceMs, eventBus.catchUp())
      } catch {
        if (!isKnown()) await sleep(timers, elsewhereMs)
      }
      return isKnown()
    },
    /** Read the log now. Rejects if that fails while the server is behind or cut off. */
    ensureFresh: (): Promise<void> => {
      asking ??= catchUpOrThrow().finally(() => {
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
