import { test } from 'vitest'
import { intervalProof } from './interval.js'
import { holds } from './testing/holds.js'

test('9 of 10 takers pay a price within the bounds, over all situations', () => holds(intervalProof))
