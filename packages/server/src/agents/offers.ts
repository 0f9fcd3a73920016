import type { CollectorAnswer } from '@p2p-rates/contract'
import type { Clock } from '../time/clock.js'
import type { Timers } from '../time/timers.js'
import { pollOnce, type Regularly } from './poll-once.js'
import { type OfferedPage, type PostedTasks, type TaskEnd, taskMs, untakenMs } from './task-board.js'

export type ReportedPage = {
  readonly reporter: string
  readonly handedOutAtMs: number
  readonly receivedAtMs: number
  readonly answer: CollectorAnswer
}
type OfferEnd = ReportedPage | 'untaken' | 'unanswered'

export interface Offers extends Pick<PostedTasks, 'readersOf'> {
  offer(offered: OfferedPage, signal?: AbortSignal): Promise<OfferEnd>
  /** Call when an answer has arrived. */
  pollOffers(): void
  stop(): void
}

export function createOffers(ports: {
  readonly tasks: PostedTasks
  readonly clock: Pick<Clock, 'wallMs'>
  readonly timers: Timers
  readonly randomId: () => string
  readonly onPosted: () => void
  readonly regularly: Regularly
}): Offers {
  const { tasks, clock, timers, randomId, onPosted, regularly } = ports
  const waiting = new Map<string, (outcome: OfferEnd) => void>()
  let isStopped = false

  const look = pollOnce(async () => {
    if (waiting.size === 0) return
    // Take the time before the query, so that a slow query makes no page look younger.
    const nowMs = clock.wallMs()
    for (const [task, end] of await tasks.ended([...waiting.keys()])) waiting.get(task)?.(datedFrom(nowMs, end))
  })
  const stopLooking = regularly(look)

  const wait = (task: string, signal: AbortSignal | undefined): Promise<OfferEnd> =>
    new Promise((resolve) => {
      const end = (outcome: OfferEnd) => {
        cancel()
        signal?.removeEventListener('abort', giveUp)
        waiting.delete(task)
        resolve(outcome)
      }
      const giveUp = () => {
        end('untaken')
        tasks.withdraw(task).catch(() => {})
      }
      const cancel = timers.after(longestMs, () => end('unanswered'))
      waiting.set(task, end)
      if (isStopped || signal?.aborted === true) return giveUp()
      signal?.addEventListener('abort', giveUp, { once: true })
    })

  return {
    offer: async (offered, signal) => {
      if (isStopped || signal?.aborted === true) return 'untaken'
      const task = randomId()
      await tasks.post({ ...offered, task, nonce: randomId() })
      const ended = wait(task, signal)
      onPosted()
      return ended
    },
    readersOf: tasks.readersOf,
    pollOffers: () => void look().catch(() => {}),
    stop: () => {
      isStopped = true
      stopLooking()
      for (const end of waiting.values()) end('untaken')
    },
  }
}

function datedFrom(nowMs: number, end: TaskEnd): OfferEnd {
  if (typeof end === 'string') return end
  const { reporter, handedOutAgoMs, receivedAgoMs, answer } = end
  return { reporter, handedOutAtMs: nowMs - handedOutAgoMs, receivedAtMs: nowMs - receivedAgoMs, answer }
}

/** Fallback if the board reports no end. */
const longestMs = untakenMs + taskMs + 5_000
