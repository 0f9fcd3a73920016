import { describe } from 'vitest'
import { systemClock } from '../time/clock.js'
import { handedReadingsContract } from './reading-queue.contract.js'
import { createMemoryHandedReadings } from './testing/memory-handed-readings.js'

describe('handed readings in memory', () =>
  handedReadingsContract(async () => {
    const readings = createMemoryHandedReadings(systemClock)
    return [readings, readings]
  }))
