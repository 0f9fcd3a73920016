import { test } from 'vitest'
import { faultsPayloadProof } from './faults-payload.js'
import { holds } from './testing/holds.js'

test('2,000 mutations of each exchange break no promise', () => holds(faultsPayloadProof, 2_000))
