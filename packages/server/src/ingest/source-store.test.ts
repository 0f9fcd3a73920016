import { describe } from 'vitest'
import { sourceStoreContract } from './source-store.contract.js'
import { createMemorySourceStore } from './testing/memory-source-store.js'

describe('in memory', () => sourceStoreContract(async () => createMemorySourceStore()))
