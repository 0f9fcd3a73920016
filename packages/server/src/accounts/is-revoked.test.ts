import { defaultPlans } from '@p2p-rates/contract'
import { expect, test } from 'vitest'
import { openMemoryStore } from '../storage/sqlite/open-store.js'
import { aSession } from '../testing/a-session.js'
import { createFakeClock } from '../testing/fake-clock.js'
import { createCallerCache, createIsRevoked } from './caller-cache.js'
import { manageAsOperator } from './testing/manage-as-operator.js'
import { digestOf } from './tokens.js'

test('a key has ended once it is revoked, a session when its store says so', async () => {
  const store = openMemoryStore()
  const callers = createCallerCache({ keys: store.keys, plans: defaultPlans })
  const keys = manageAsOperator({
    store: store.keys,
    publishEvent: (event) => (event.kind === 'sessions_ended' ? undefined : callers.applyChange(event)),
    clock: createFakeClock(),
  })
  const { id } = await keys.createAccount('A', 'Pro')
  const { key, record } = await keys.createKey(id, null)
  const actor = await callers.load(digestOf(key))
  if (actor === null) throw new Error('It is live.')

  const hasEnded = createIsRevoked({ callers, sessions: { hasEnded: async ({ sessionId }) => sessionId === 'gone' } })
  expect(await hasEnded(actor)).toBe(false)
  await keys.revokeKey(record.id)
  expect(await hasEnded(actor)).toBe(true)
  const session = aSession(actor.account)
  expect(await hasEnded(session)).toBe(false)
  expect(await hasEnded({ ...session, sessionId: 'gone' as typeof session.sessionId })).toBe(true)
  await store.close()
})
