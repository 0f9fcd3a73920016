import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createFakeClock } from '../testing/fake-clock.js'
import { createLogInRecorder } from './log-in-attempts.js'
import type { LogInAttempt } from './login-stores.js'
import type { AccountBase } from './open-accounts.js'
import type { SecurityEvent } from './security-events.js'

const open = () => {
  const clock = createFakeClock()
  const events: SecurityEvent[] = []
  const attempts: LogInAttempt[] = []
  const notes: string[] = []
  const store = {
    logins: {
      findByEmail: async (email: string) =>
        email === 'ann@example.com' ? { accountId: 'acc_ann', email, password: '' as never, isAdmin: false } : null,
    },
    recentLogIns: {
      add: async (attempt: LogInAttempt) => void attempts.push(attempt),
      list: async () => attempts,
    },
    setMeta: async (name: string) => void notes.push(name),
  }
  const record = createLogInRecorder({
    // Safe: the recorder uses nothing else.
    store: store as unknown as AccountBase['store'],
    report: (event) => events.push(event),
    reportBug: (error) => expect.fail(String(error)),
    clock,
  })
  return { clock, events, attempts, notes, record }
}

test('a failed log-in is written down after its answer, and an unknown address costs a write as well', async () => {
  const { record, events, attempts, notes } = open()
  record.failed('acc_ann', '192.0.2.7')
  record.failed(null, '192.0.2.7')
  expect([attempts, notes]).toEqual([[], []])
  await turn()
  expect(attempts).toMatchObject([{ accountId: 'acc_ann', network: '192.0.2.7', succeeded: false }])
  expect(notes).toHaveLength(1)
  expect(events).toEqual([
    { event: 'log_in_failed', network: '192.0.2.7', accountId: 'acc_ann' },
    { event: 'log_in_failed', network: '192.0.2.7' },
  ])
})

test('a lock is one event for all guesses that it refuses, also from all networks of one IPv6 /48', async () => {
  const { clock, record, events } = open()
  for (const network of ['2001:db8:1:1::/64', '2001:db8:1:2::/64', '2001:db8:1:2::/64'])
    record.locked(network, 'ann@example.com', 900)
  record.locked('192.0.2.7', 'nobody@example.com', 900)
  await turn()
  expect(events).toEqual([
    { event: 'log_in_locked', network: '2001:db8:1:1::/64', accountId: 'acc_ann' },
    { event: 'log_in_locked', network: '192.0.2.7' },
  ])
  clock.advance(900_000)
  record.locked('192.0.2.7', 'nobody@example.com', 900)
  await turn()
  expect(events).toHaveLength(3)
})
