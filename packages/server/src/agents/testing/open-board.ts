import type { Clock } from '../../time/clock.js'
import { every, type Timers } from '../../time/timers.js'
import { createMemoryTaskBoard } from '../memory-task-board.js'
import { createOffers } from '../offers.js'
import { pollIntervalMs, type Regularly } from '../poll-once.js'
import { createPolls } from '../polls.js'

export function openBoard({ clock, timers }: { readonly clock: Clock; readonly timers: Timers }) {
  const board = createMemoryTaskBoard(clock)
  const regularly: Regularly = (look) =>
    every(timers, pollIntervalMs, look, (error) => {
      throw error
    })
  let ids = 0
  const randomId = () => `id-${++ids}`
  const polls = createPolls({ tasks: board, timers, regularly })
  const offers = createOffers({ tasks: board, clock, timers, randomId, onPosted: polls.pollTasks, regularly })
  const answer: typeof board.answer = async (...said) => {
    const isTaken = await board.answer(...said)
    if (isTaken) offers.pollOffers()
    return isTaken
  }
  const stop = () => {
    polls.stop()
    offers.stop()
  }
  return { board, polls, offers, answer, randomId, stop }
}
