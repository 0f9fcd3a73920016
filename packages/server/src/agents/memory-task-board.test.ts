import { createHandClock } from '../testing/hand-clock.js'
import { createMemoryTaskBoard } from './memory-task-board.js'
import { taskBoardContract } from './task-board.contract.js'

taskBoardContract(async () => {
  const clock = createHandClock()
  const board = createMemoryTaskBoard(clock)
  return { both: [board, board], pass: async (ms) => clock.advance(ms) }
})
