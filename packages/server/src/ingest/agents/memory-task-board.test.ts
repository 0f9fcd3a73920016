import { createFakeClock } from '../../testing/fake-clock.js'
import { createMemoryTaskBoard } from './memory-task-board.js'
import { taskBoardContract } from './task-board.contract.js'

taskBoardContract(async () => {
  const clock = createFakeClock()
  const board = createMemoryTaskBoard(clock)
  return { both: [board, board], pass: async (ms) => clock.advance(ms) }
})
