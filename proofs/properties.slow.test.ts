import { test } from 'vitest'
import { propertiesProof } from './properties.js'
import { holds } from './testing/holds.js'

test('every property is tried, and holds for 20 random markets', () => holds(propertiesProof, 20))
