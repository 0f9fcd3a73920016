import { expect, test } from 'vitest'
import { systemClock } from '../base/time/clock.js'
import type { PasswordDigest, StoredLogin } from './login-stores.js'
import { createMailedLinks } from './one-time-links.js'

const ann: StoredLogin = {
  accountId: 'acc_1',
  email: 'ann@example.com',
  password: 'p' as PasswordDigest,
  isAdmin: false,
}

const open = () => {
  const deeds: string[] = []
  const links = createMailedLinks({
    mode: 'open',
    store: {
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
      setMeta: async () => void deeds.push('write'),
    },
    issueRegistrationToken: (email) => {
      deeds.push('seal')
      return `mail.${email}`
    },
    mail: {
      attempts: { countAttempt: () => null },
      send: async (kind, { address, link, language }) => void deeds.push(`${kind} ${address} ${language} ${link}`),
    },
    publicUrl: () => 'https://rates.example',
    report: () => {},
    reportBug: (error) => {
      throw error
    },
    clock: systemClock,
  })
  return { deeds, links }
}

test('a reset costs a known and an unknown address the same: the look-up and one write, both after the answer', async () => {
  const { deeds, links } = open()
  for (const [email, mails] of [
    [ann.email, [expect.stringContaining(`reset ${ann.email} en https://rates.example/reset#`)]],
    ['nobody@example.com', []],
  ] as const) {
    await links.requestReset('here', { email })
    expect(deeds).toEqual([])
    await expect.poll(() => deeds).toEqual(['look-up', 'write', ...mails])
    deeds.length = 0
  }
})

test('so does an account: a look-up, a sealed token and a mail, which differs in both cases', async () => {
  const { deeds, links } = open()
  for (const [email, mail] of [
    [ann.email, `known ${ann.email} uk https://rates.example/login`],
    ['new@example.com', 'join new@example.com uk https://rates.example/join#mail.new@example.com'],
  ] as const) {
    await links.requestAccount('here', { email, language: 'uk' })
    expect(deeds).toEqual([])
    await expect.poll(() => deeds).toEqual(['look-up', 'seal', mail])
    deeds.length = 0
  }
})
