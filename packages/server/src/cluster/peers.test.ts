import { expect, test } from 'vitest'
import { createHandTime } from '../testing/hand-time.js'
import type { MemberStore } from './member-store.js'
import { joinPeers } from './peers.js'

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
  const { clock, timers } = createHandTime()
  const ports = {
    store,
    self,
    clock,
    timers,
    seen: () => ({ seq: 0, writtenUs: 0 }),
    troubles: () => [],
    reportOutage: () => {},
  }
  const peers = await joinPeers(ports)

  isHeld = true
  const beat = peers.beat()
  const stopped = peers.stop()
  await peers.beat()
  expect(said).toEqual(['join', 'beat'])
  release()
  await Promise.all([beat, stopped])
  expect(said).toEqual(['join', 'beat', 'beat', 'leave'])
})
