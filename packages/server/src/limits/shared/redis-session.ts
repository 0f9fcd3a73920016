import { RedisUnavailableError } from '../../redis/redis.js'
import type { Clock } from '../../time/clock.js'
import { type Cancel, every, type Timers } from '../../time/timers.js'
import type { Enter } from './join-session.js'

/** Asks Redis something about the counts of an epoch. `null` as an answer: that epoch is over. */
export type AskShared = <Answer>(question: (epoch: string) => Promise<Answer | null>) => Promise<Answer>

/** Whether this server counts with the others. */
export interface RedisSession {
  readonly isJoined: boolean
  /** Rejects where Redis does not say, and notes how that went: three times in a row, or once emptied, and we count alone. */
  readonly ask: AskShared
  /** Resolves once it has joined, or after some attempts in vain; from then on there is always another. */
  open(): Promise<void>
  close(): void
}

type MembershipPorts = {
  readonly enter: Enter
  readonly clock: Clock
  readonly timers: Timers
  /** How many servers there are, this one among them. */
  readonly servers: () => number
  /** Tells all that Redis does not know; of a new epoch it knows nothing. */
  readonly sendCounts: (ask: AskShared, isNewEpoch: boolean) => Promise<void>
  readonly onChange: (isJoined: boolean, why: string) => void
}

const mostMisses = 3
const pauseMs = 1_000
/** So long a server waits for others that have not told their counts yet. */
const gatheringMs = 2_000
const lookAgainMs = 50
/** An idle server, too, finds out in time that its counts are missed, and says that it is there. */
const watchMs = 500

export function createMembership(ports: MembershipPorts): RedisSession {
  const { enter, clock, timers, servers, sendCounts, onChange } = ports
  let known: string | null = null
  let isJoined = false
  let misses = 0
  let leftAtMonoMs = clock.monoMs() - 3 * watchMs
  let isClosed = false
  let cancel: Cancel = () => {}

  const fetchWithTimeout =
    (epoch: string): AskShared =>
    async (question) => {
      const answer = await question(epoch)
      if (answer === null) throw new EpochOverError('Redis was emptied.')
      return answer
    }

  const leave = (why: string, afterMs: number): void => {
    if (!isJoined) return
    isJoined = false
    misses = 0
    leftAtMonoMs = clock.monoMs()
    onChange(false, why)
    if (!isClosed) cancel = timers.after(afterMs, () => void join())
  }

  const ask: AskShared = async (question) => {
    if (!isJoined || known === null) throw new RedisUnavailableError('This server counts alone.')
    try {
      const answer = await fetchWithTimeout(known)(question)
      misses = 0
      return answer
    } catch (error) {
      misses += 1
      if (error instanceof EpochOverError) leave(error.message, 0)
      else if (misses >= mostMisses) leave(error instanceof Error ? error.message : String(error), pauseMs)
      throw error
    }
  }

  /** Others may have been alone as well, and tell what they admitted meanwhile: counts are complete with the last of them. */
  const gather = async (epoch: string): Promise<void> => {
    const untilMonoMs = clock.monoMs() + gatheringMs
    for (;;) {
      const { id, toldBy } = await enter(epoch, clock.monoMs() - leftAtMonoMs)
      if (id !== epoch) throw new EpochOverError('Redis was emptied.')
      if (toldBy >= servers() || clock.monoMs() >= untilMonoMs || isClosed) return
      await new Promise<void>((resolve) => timers.after(lookAgainMs, resolve))
    }
  }

  const attempt = async (): Promise<void> => {
    const { id } = await enter(null, 0)
    const isNew = id !== known
    known = id
    await sendCounts(fetchWithTimeout(id), isNew)
    await gather(id)
    await sendCounts(fetchWithTimeout(id), false)
    if (isClosed) return
    misses = 0
    isJoined = true
    onChange(true, 'Redis answers.')
  }

  const join = async (): Promise<void> => {
    await attempt().catch(() => {
      if (!isClosed) cancel = timers.after(pauseMs, () => void join())
    })
  }

  const watch = async (): Promise<void> => {
    if (isJoined) await ask(async (epoch) => (await enter(epoch, 0)).id === epoch || null)
  }
  const cancelWatch = every(timers, watchMs, watch, () => {})

  return {
    get isJoined() {
      return isJoined
    },
    ask,
    // Who begins alone admits beside all the others: a single answer that is late must not make that.
    open: async () => {
      for (let misses = 1; misses < mostMisses && !isJoined; misses++) await attempt().catch(() => {})
      if (!isJoined) await join()
      if (!isJoined) onChange(false, 'Redis did not let us count there.')
    },
    close: () => {
      isClosed = true
      isJoined = false
      cancel()
      cancelWatch()
    },
  }
}

/** Redis was emptied since. */
class EpochOverError extends Error {
  override readonly name = 'EpochOverError'
}
