import { test } from 'vitest'
import { guardProof } from './guard.js'
import { holds } from './testing/holds.js'

test('no spelling of an address, none of 300 name servers and no redirect leads a webhook to a private address', () =>
  holds(guardProof, 300))
