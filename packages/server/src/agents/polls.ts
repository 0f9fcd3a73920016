import { pollSeconds } from '@p2p-rates/contract'
import type { Timers } from '../time/timers.js'
import { pollOnce, type Regularly } from './poll-once.js'
import type { HandedTask, OpenTasks, Reader } from './task-board.js'

export interface Polls {
  /** Returns the next page for this collector; null on timeout. */
  claim(reader: Reader, signal: AbortSignal): Promise<HandedTask | null>
  dismiss(reporter: string): void
  /** Call when a page has been posted. */
  pollTasks(): void
  stop(): void
}

type Poll = {
  readonly reader: Reader
  readonly give: (task: HandedTask | null) => void
  /** A task look-up is running. The poll ends only after it, so that no page is lost. */
  isServed: boolean
  isLeaving: boolean
}

export function createPolls(ports: {
  readonly tasks: Pick<OpenTasks, 'claimTask' | 'hasOpen'>
  readonly timers: Timers
  readonly regularly: Regularly
}): Polls {
  const { tasks, timers, regularly } = ports
  const polls = new Set<Poll>()
  let isStopped = false

  const serve = async (poll: Poll): Promise<void> => {
    if (poll.isServed || !polls.has(poll)) return
    poll.isServed = true
    try {
      const task = await tasks.claimTask(poll.reader)
      if (task !== null) poll.give(task)
    } finally {
      poll.isServed = false
      if (poll.isLeaving) poll.give(null)
    }
  }

  const leave = (poll: Poll): void => {
    poll.isLeaving = true
    if (!poll.isServed) poll.give(null)
  }

  const look = pollOnce(async () => {
    if (polls.size === 0 || !(await tasks.hasOpen())) return
    for (const poll of [...polls]) await serve(poll)
  })
  const stopLooking = regularly(look)

  return {
    claim: (reader, signal) =>
      new Promise((resolve, reject) => {
        const giveUp = () => leave(poll)
        const end = () => {
          cancel()
          signal.removeEventListener('abort', giveUp)
          polls.delete(poll)
        }
        const give = (task: HandedTask | null) => {
          end()
          resolve(task)
        }
        const poll: Poll = { reader, give, isServed: false, isLeaving: false }
        const cancel = timers.after(pollSeconds * 1_000, giveUp)
        polls.add(poll)
        if (isStopped || signal.aborted) return give(null)
        signal.addEventListener('abort', giveUp, { once: true })
        serve(poll).catch((error: unknown) => {
          end()
          reject(error)
        })
      }),
    dismiss: (id) => {
      for (const poll of polls) if (poll.reader.id === id) leave(poll)
    },
    pollTasks: () => void look().catch(() => {}),
    stop: () => {
      isStopped = true
      stopLooking()
      for (const poll of polls) leave(poll)
    },
  }
}
