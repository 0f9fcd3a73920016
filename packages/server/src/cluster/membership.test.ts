import { expect, test } from 'vitest'
import { createFakeTime } from '../testing/fake-time.js'
import { type MemberStore, startHeartbeat } from './membership.js'

const self = { id: 'srv_a', release: '1.0.0', address: 'http://a', settings: 'digest' }

test('a beat that is on its way at the end arrives before the farewell, and none follows', async () => {
  const said: string[] = []
  let isHeld = false
  let release = () => {}
  const store: MemberStore = {
    join: async () => void said.push('join'),
    beat: async () => {
      if (isHeld)
        await new Promise<void>((done) => {
          release = done
        })
      said.push('beat')
      return 0
    },
    leave: async () => void said.push('leave'),
    all: async () => [],
    forgetSilent: async () => {},
  }
  const { clock, timers } = createFakeTime()
  const ports = {
    store,
    self,
    clock,
    timers,
    seen: () => ({ seq: 0, writtenUs: 0 }),
    troubles: () => [],
    reportOutage: () => {},
  }
  const peers = await startHeartbeat(ports)

  isHeld = true
  const beat = peers.beat()
  const stopped = peers.stop()
  await peers.beat()
  expect(said).toEqual(['join', 'beat'])
  release()
  await Promise.all([beat, stopped])
  expect(said).toEqual(['join', 'beat', 'beat', 'leave'])
})

test('a member unseen during a database outage is still listed afterwards, and removed if silent then, too', async () => {
  const time = createFakeTime()
  let isAway = false
  let silentMs: readonly number[] = [0, 100, 200]
  const answer = async <Value>(value: Value): Promise<Value> => {
    if (isAway) throw new Error('away')
    return value
  }
  const store: MemberStore = {
    join: async () => {},
    beat: () => answer(0),
    leave: async () => {},
    all: () =>
      answer(
        silentMs.map((ms, at) => ({ ...self, id: `srv_${at}`, silentMs: ms, startedMs: 0, seen: 0, troubles: [] })),
      ),
    forgetSilent: async () => {},
  }
  const peers = await startHeartbeat({
    ...time,
    store,
    self,
    seen: () => ({ seq: 0, writtenUs: 0 }),
    troubles: () => [],
    reportOutage: () => {},
  })
  await time.pass(5_000)
  expect(peers.servers()).toBe(3)
  isAway = true
  await time.pass(3_000)
  isAway = false
  silentMs = [0, 3_100, 3_200]
  await time.pass(1_500)
  expect(peers.servers()).toBe(3)
  silentMs = [0, 300, 5_700]
  await time.pass(1_500)
  expect(peers.servers()).toBe(2)
  // While the database answers, silence is believed at once.
  silentMs = [0, 2_100]
  await time.pass(500)
  expect(peers.servers()).toBe(1)
  await peers.stop()
})
