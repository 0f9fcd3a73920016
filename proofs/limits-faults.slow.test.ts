import { needs } from '@p2p-rates/core/testing'
import { test } from 'vitest'
import { limitsFaultsProof } from './limits-faults.js'
import { holds } from './testing/holds.js'

test('one run of each fault of Redis holds every plan to its bound', needs('redis-server'), () =>
  holds(limitsFaultsProof, 1),
)
