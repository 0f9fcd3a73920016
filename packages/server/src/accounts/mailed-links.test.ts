import { expect, test } from 'vitest'
import { systemClock } from '../base/time/clock.js'
import type { PasswordDigest, StoredLogin } from './login-stores.js'
import { createMailedLinks, type MailLink } from './one-time-links.js'
import type { AccountContext } from './open-accounts.js'

const ann: StoredLogin = {
  accountId: 'acc_1',
  email: 'ann@example.com',
  password: 'p' as PasswordDigest,
  isAdmin: false,
}

const open = () => {
  const deeds: string[] = []
  const mailLink: MailLink = async (kind, { address, link, language }) =>
    void deeds.push(`${kind} ${address} ${language} ${link}`)
  const context = {
    config: { REGISTRATION: 'open' },
    store: {
      logins: {
        findByEmail: async (email: string) => {
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
    registrationTokens: {
      issueToken: (email: string) => {
        deeds.push('seal')
        return `mail.${email}`
      },
    },
    limits: { mails: { countAttempt: () => null } },
    mailLink,
    publicUrl: () => 'https://rates.example',
    report: () => {},
    reportBug: (error: unknown) => {
      throw error
    },
    clock: systemClock,
  }
  // Safe: mailed links use nothing else.
  return { deeds, links: createMailedLinks(context as unknown as AccountContext) }
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
