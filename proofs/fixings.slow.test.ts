import { test } from 'vitest'
import { fixingsProof } from './fixings.js'
import { holds } from './testing/holds.js'

test('each day is fixed once and for good, in an unbroken chain, over 3 kills alone and 1 loss of two servers', () =>
  holds(fixingsProof, 3))
