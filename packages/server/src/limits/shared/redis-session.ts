import { RedisUnavailableError } from '../../base/redis/redis.js'
import type { Clock } from '../../base/time/clock.js'
import { type Cancel, every, type Timers } from '../../base/time/timers.js'
import type { JoinSession } from './join-session.js'

/** Runs a Redis call in the current epoch. A `null` result means that the epoch is over. */
export type RunInSession = <Answer>(question: (epoch: string) => Promise<Answer | null>) => Promise<Answer>

export interface RedisSession {
  readonly isJoined: boolean
  /**
   * Rejects if Redis does not answer. After 3 failures in a row, or once Redis was emptied, the server leaves and
   * counts locally.
   */
  readonly runInSession: RunInSession
  /** Resolves once joined, or after 3 failed attempts; later attempts continue in the background. */
  open(): Promise<void>
  close(): void
}

type RedisSessionPorts = {
  readonly joinSession: JoinSession
  readonly clock: Clock
  readonly timers: Timers
  /** Number of live servers, including this one. */
  readonly servers: () => number
  /** Settles everything that Redis does not know. A new epoch knows nothing, so all counts are sent again. */
  readonly sendCounts: (ask: RunInSession, isNewEpoch: boolean) => Promise<void>
  readonly onChange: (isJoined: boolean, why: string) => void
}

const mostMisses = 3
const pauseMs = 1_000
/** Bounds the wait for other servers that have not settled their counts yet. */
const gatheringMs = 2_000
const lookAgainMs = 50
/** Interval at which an idle server checks the epoch and registers as alive. */
const watchMs = 500

export function createRedisSession(ports: RedisSessionPorts): RedisSession {
  const { joinSession, clock, timers, servers, sendCounts, onChange } = ports
  let known: string | null = null
  let isJoined = false
  let misses = 0
  let leftAtMonoMs = clock.monoMs() - 3 * watchMs
  let isClosed = false
  let cancel: Cancel = () => {}

  const askInSession =
    (epoch: string): RunInSession =>
    async (question) => {
      const answer = await question(epoch)
      if (answer === null) throw new SessionOverError('Redis was emptied.')
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

  const runInSession: RunInSession = async (question) => {
    if (!isJoined || known === null) throw new RedisUnavailableError('This server counts alone.')
    try {
      const answer = await askInSession(known)(question)
      misses = 0
      return answer
    } catch (error) {
      misses += 1
      if (error instanceof SessionOverError) leave(error.message, 0)
      else if (misses >= mostMisses) leave(error instanceof Error ? error.message : String(error), pauseMs)
      throw error
    }
  }

  /**
   * Waits until other servers have settled too, because they may have admitted requests without Redis. Settles again
   * before each further look, because servers that join first must know of admissions made while others wait.
   */
  const awaitOtherServers = async (epoch: string): Promise<void> => {
    const untilMonoMs = clock.monoMs() + gatheringMs
    for (;;) {
      const { id, reportedBy } = await joinSession(epoch, clock.monoMs() - leftAtMonoMs)
      if (id !== epoch) throw new SessionOverError('Redis was emptied.')
      if (reportedBy >= servers() || clock.monoMs() >= untilMonoMs || isClosed) return
      await new Promise<void>((resolve) => timers.after(lookAgainMs, resolve))
      await sendCounts(askInSession(epoch), false)
    }
  }

  const attempt = async (): Promise<void> => {
    const { id } = await joinSession(null, 0)
    const isNew = id !== known
    known = id
    await sendCounts(askInSession(id), isNew)
    await awaitOtherServers(id)
    await sendCounts(askInSession(id), false)
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
    if (isJoined) await runInSession(async (epoch) => (await joinSession(epoch, 0)).id === epoch || null)
  }
  const cancelWatch = every(timers, watchMs, watch, () => {})

  return {
    get isJoined() {
      return isJoined
    },
    runInSession,
    // Retry at startup: one late answer must not make a server count locally, next to the shared counts of the cluster.
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

class SessionOverError extends Error {
  override readonly name = 'EpochOverError'
}
