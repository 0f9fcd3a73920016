import { pollSeconds } from '@p2p-rates/contract'
import type { Timers } from '../../base/time/timers.js'
import { type AssignedTask, type OpenTasks, type Reader, type RunPeriodically, singleFlightPoll } from './task-board.js'

export type LongPolls = ReturnType<typeof createLongPolls>

type Poll = {
  readonly reader: Reader
  readonly finish: (task: AssignedTask | null) => void
  /** A task look-up is running. The poll ends only after it, so that no page is lost. */
  isServed: boolean
  isLeaving: boolean
}

/** Requests of remote collectors that wait for a page to read. */
export function createLongPolls(ports: {
  readonly tasks: Pick<OpenTasks, 'claimTask' | 'hasOpenTasks'>
  readonly timers: Timers
  readonly runPeriodically: RunPeriodically
}) {
  const { tasks, timers, runPeriodically } = ports
  const polls = new Set<Poll>()
  let isStopped = false

  const serve = async (poll: Poll): Promise<void> => {
    if (poll.isServed || !polls.has(poll)) return
    poll.isServed = true
    try {
      const task = await tasks.claimTask(poll.reader)
      if (task !== null) poll.finish(task)
    } finally {
      poll.isServed = false
      if (poll.isLeaving) poll.finish(null)
    }
  }

  const leave = (poll: Poll): void => {
    poll.isLeaving = true
    if (!poll.isServed) poll.finish(null)
  }

  const serveAll = singleFlightPoll(async () => {
    if (polls.size === 0 || !(await tasks.hasOpenTasks())) return
    for (const poll of [...polls]) await serve(poll)
  })
  const stopPolling = runPeriodically(serveAll)

  return {
    waitForTask: (reader: Reader, signal: AbortSignal): Promise<AssignedTask | null> =>
      new Promise((resolve, reject) => {
        const giveUp = () => leave(poll)
        const end = () => {
          cancel()
          signal.removeEventListener('abort', giveUp)
          polls.delete(poll)
        }
        const finish = (task: AssignedTask | null) => {
          end()
          resolve(task)
        }
        const poll: Poll = { reader, finish, isServed: false, isLeaving: false }
        const cancel = timers.after(pollSeconds * 1_000, giveUp)
        polls.add(poll)
        if (isStopped || signal.aborted) return finish(null)
        signal.addEventListener('abort', giveUp, { once: true })
        serve(poll).catch((error: unknown) => {
          end()
          reject(error)
        })
      }),
    dismissReporter: (id: string): void => {
      for (const poll of polls) if (poll.reader.id === id) leave(poll)
    },
    pollTasks: (): void => void serveAll().catch(() => {}),
    stop: (): void => {
      isStopped = true
      stopPolling()
      for (const poll of polls) leave(poll)
    },
  }
}
