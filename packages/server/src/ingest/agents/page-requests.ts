import type { CollectorAnswer } from '@p2p-rates/contract'
import type { Clock } from '../../base/time/clock.js'
import type { Timers } from '../../base/time/timers.js'
import {
  claimTimeoutMs,
  type PageTask,
  type PostedTasks,
  type RunPeriodically,
  singleFlightPoll,
  type TaskEnd,
  taskMs,
} from './task-board.js'

export type ReportedPage = {
  readonly reporter: string
  readonly handedOutAtMs: number
  readonly receivedAtMs: number
  readonly answer: CollectorAnswer
}
export type PageOutcome = ReportedPage | 'untaken' | 'unanswered'

export type PageRequests = ReturnType<typeof createPageRequests>

export function createPageRequests(ports: {
  readonly tasks: PostedTasks
  readonly clock: Pick<Clock, 'wallMs'>
  readonly timers: Timers
  readonly randomId: () => string
  readonly onPosted: () => void
  readonly runPeriodically: RunPeriodically
}) {
  const { tasks, clock, timers, randomId, onPosted, runPeriodically } = ports
  const waiting = new Map<string, (outcome: PageOutcome) => void>()
  let isStopped = false

  const deliverOutcomes = singleFlightPoll(async () => {
    if (waiting.size === 0) return
    // Take the time before the query, so that a slow query makes no page look younger.
    const nowMs = clock.wallMs()
    for (const [task, end] of await tasks.takeEnded([...waiting.keys()])) waiting.get(task)?.(datedFrom(nowMs, end))
  })
  const stopPolling = runPeriodically(deliverOutcomes)

  const wait = (task: string, signal: AbortSignal | undefined): Promise<PageOutcome> =>
    new Promise((resolve) => {
      const end = (outcome: PageOutcome) => {
        cancel()
        signal?.removeEventListener('abort', giveUp)
        waiting.delete(task)
        resolve(outcome)
      }
      const giveUp = () => {
        end('untaken')
        tasks.withdrawTask(task).catch(() => {})
      }
      const cancel = timers.after(longestMs, () => end('unanswered'))
      waiting.set(task, end)
      if (isStopped || signal?.aborted === true) return giveUp()
      signal?.addEventListener('abort', giveUp, { once: true })
    })

  return {
    requestPage: async (offered: PageTask, signal?: AbortSignal): Promise<PageOutcome> => {
      if (isStopped || signal?.aborted === true) return 'untaken'
      const task = randomId()
      await tasks.postTask({ ...offered, task, nonce: randomId() })
      const ended = wait(task, signal)
      onPosted()
      return ended
    },
    countReaders: tasks.countReaders,
    pollOutcomes: (): void => void deliverOutcomes().catch(() => {}),
    stop: (): void => {
      isStopped = true
      stopPolling()
      for (const end of waiting.values()) end('untaken')
    },
  }
}

function datedFrom(nowMs: number, end: TaskEnd): PageOutcome {
  if (typeof end === 'string') return end
  const { reporter, handedOutAgoMs, receivedAgoMs, answer } = end
  return { reporter, handedOutAtMs: nowMs - handedOutAgoMs, receivedAtMs: nowMs - receivedAgoMs, answer }
}

/** Fallback if the board reports no end. */
const longestMs = claimTimeoutMs + taskMs + 5_000
