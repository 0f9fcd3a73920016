import { test } from 'vitest'
import { alertsProof } from './alerts.js'
import { holds } from './testing/holds.js'

test('each crossing reaches its receiver, chat or mail address as one event, over 2 kills alone and 1 of two servers', () =>
  holds(alertsProof, 2))
