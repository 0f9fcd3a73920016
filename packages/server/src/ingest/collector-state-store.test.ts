import { describe } from 'vitest'
import { collectorStateStoreContract } from './collector-state-store.contract.js'
import { createMemorySourceStore } from './testing/memory-source-store.js'

describe('in memory', () => collectorStateStoreContract(async () => createMemorySourceStore()))
