import { expect, test } from 'vitest'
import { systemClock } from '../time/clock.js'
import type { Login, PasswordDigest } from './login.js'
import { createResetMails } from './reset-mails.js'

const ann: Login = { accountId: 'acc_1', email: 'ann@example.com', password: 'p' as PasswordDigest, isAdmin: false }

test('a known and an unknown address cost the same: the look-up and one write, both after the answer', async () => {
  const deeds: string[] = []
  const resetMails = createResetMails({
    logins: {
      findByEmail: async (email) => {
        deeds.push('look-up')
        return email === ann.email ? ann : null
      },
    },
    links: {
      save: async () => {
        deeds.push('write')
        return true
      },
    },
    notes: { setNote: async () => void deeds.push('write') },
    mailReset: async (address) => void deeds.push(`mail to ${address}`),
    mailAttempts: { count: () => null },
    publicUrl: () => 'https://rates.example',
    report: () => {},
    reportBug: (error) => {
      throw error
    },
    clock: systemClock,
  })
  for (const [email, mails] of [
    [ann.email, [`mail to ${ann.email}`]],
    ['nobody@example.com', []],
  ] as const) {
    await resetMails.ask('here', email)
    expect(deeds).toEqual([])
    await expect.poll(() => deeds).toEqual(['look-up', 'write', ...mails])
    deeds.length = 0
  }
})
