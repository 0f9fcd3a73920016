import { describe } from 'vitest'
import { systemClock } from '../base/time/clock.js'
import { readingQueueContract } from './reading-queue.contract.js'
import { createMemoryReadingQueue } from './testing/memory-reading-queue.js'

describe('handed readings in memory', () =>
  readingQueueContract(async () => {
    const readings = createMemoryReadingQueue(systemClock)
    return [readings, readings]
  }))
