import { test } from 'vitest'
import { agentsProof } from './agents.js'
import { holds } from './testing/holds.js'

test('no lie of a remote collector becomes a best price, and honest ones are read on', () => holds(agentsProof, 1))
