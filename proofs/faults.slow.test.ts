import { test } from 'vitest'
import { faultsProof } from './faults.js'
import { holds } from './testing/holds.js'

test('each of the 12 kinds of failure leaves the other exchanges unchanged and ends well, and so do 2 hours without any', () =>
  holds(faultsProof))
