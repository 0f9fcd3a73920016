import type { Clock } from '../../../base/time/clock.js'
import { every, type Timers } from '../../../base/time/timers.js'
import { createLongPolls } from '../long-polls.js'
import { createMemoryTaskBoard } from '../memory-task-board.js'
import { createPageRequests } from '../page-requests.js'
import { pollIntervalMs, type RunPeriodically } from '../task-board.js'

export function openBoard({ clock, timers }: { readonly clock: Clock; readonly timers: Timers }) {
  const board = createMemoryTaskBoard(clock)
  const runPeriodically: RunPeriodically = (look) =>
    every(timers, pollIntervalMs, look, (error) => {
      throw error
    })
  let ids = 0
  const randomId = () => `id-${++ids}`
  const polls = createLongPolls({ tasks: board, timers, runPeriodically })
  const offers = createPageRequests({
    tasks: board,
    clock,
    timers,
    randomId,
    onPosted: polls.pollTasks,
    runPeriodically,
  })
  const answer: typeof board.submitAnswer = async (...said) => {
    const isTaken = await board.submitAnswer(...said)
    if (isTaken) offers.pollOutcomes()
    return isTaken
  }
  const stop = () => {
    polls.stop()
    offers.stop()
  }
  return { board, polls, offers, answer, randomId, stop }
}
