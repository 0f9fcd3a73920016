import { test } from 'vitest'
import { fuzzProof } from './fuzz.js'
import { holds } from './testing/holds.js'

test('of 600 requests, valid and hostile, none fails the server, and every answer fits the served document', () =>
  holds(fuzzProof, 600))
