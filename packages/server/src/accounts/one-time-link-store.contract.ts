import { expect, test } from 'vitest'
import type { InboxStore } from '../alerts/channels/inbox-store.js'
import { anInbox } from '../alerts/channels/testing/an-inbox.js'
import { aWebhook } from '../alerts/webhooks/testing/a-webhook.js'
import type { WebhookStore } from '../alerts/webhooks/webhook-store.js'
import type { OpenTwo } from '../testing/either-of.js'
import type { Account, AccountAndKeyStore, ApiKey, KeyDigest } from './account-and-key-store.js'
import type {
  CredentialStore,
  Invite,
  InviteStore,
  OneTimeLink,
  OneTimeLinkStore,
  PasswordDigest,
  PasswordReplacement,
  SessionStore,
  StoredLogin,
} from './login-stores.js'
import { aSession } from './testing/a-session.js'
import type { LinkDigest, SessionDigest } from './tokens.js'

export type LinkStores = {
  readonly keys: AccountAndKeyStore
  readonly logins: CredentialStore
  readonly sessions: SessionStore
  readonly links: OneTimeLinkStore
  readonly invites: InviteStore
  readonly webhooks: WebhookStore
  readonly inboxes: InboxStore
}

const first = 'first' as PasswordDigest
const second = 'second' as PasswordDigest
const digest = (name: string) => name as LinkDigest
const to = (password: PasswordDigest, facts: Partial<PasswordReplacement> = {}): PasswordReplacement => ({
  to: password,
  keepsAccess: false,
  nowMs: 50,
  ...facts,
})

const anAccount = (id = 'acc_one', createdAtMs = 50): Account => ({ id, name: 'Ann', plan: 'Free', createdAtMs })
const aLogin = (accountId = 'acc_one', email = 'ann@example.com'): StoredLogin => ({
  accountId,
  email,
  password: first,
  isAdmin: false,
})
const aLink = (name: string, facts: Partial<OneTimeLink> = {}): OneTimeLink => ({
  digest: digest(name),
  purpose: 'reset',
  accountId: 'acc_one',
  endsAtMs: 100,
  ...facts,
})
const anInvite = (name: string, facts: Partial<Invite> = {}): Invite => ({
  id: `inv_${name}`,
  digest: digest(name),
  plan: 'Pro',
  note: null,
  createdAtMs: 10,
  endsAtMs: 100,
  usedAtMs: null,
  ...facts,
})
const aKey = (accountId: string, name: string): ApiKey => ({
  id: `key_${name}`,
  accountId,
  digest: `digest ${name}` as KeyDigest,
  prefix: 'p2p_',
  label: null,
  createdAtMs: 1,
  revokedAtMs: null,
})
const beginSession = async ({ sessions }: LinkStores, name: string, password = first) =>
  sessions.createSession(aSession(name), password)
const hasSession = async ({ sessions }: LinkStores, name: string) =>
  (await sessions.find(name as SessionDigest, 50)) !== null

export const linkStoreContract = (openEmpty: () => Promise<LinkStores>) => {
  const open = async () => {
    const stores = await openEmpty()
    await stores.logins.create(anAccount(), aLogin())
    return stores
  }

  test('finds a link until it ends, for its own purpose alone, and takes it once', async () => {
    const { links } = await open()
    expect(await links.save(aLink('one'))).toBe(true)
    expect(await links.find(digest('one'), 'reset', 99)).toEqual(aLink('one'))
    expect([
      await links.find(digest('one'), 'reset', 100),
      await links.find(digest('one'), 'login', 50),
      await links.redeemLink(digest('one'), 'login', 50),
      await links.redeemLink(digest('one'), 'reset', 100),
      await links.redeemLink(digest('two'), 'reset', 50),
    ]).toEqual([null, null, null, null, null])
    expect(await links.redeemLink(digest('one'), 'reset', 50)).toEqual(aLink('one'))
    expect([await links.redeemLink(digest('one'), 'reset', 50), await links.find(digest('one'), 'reset', 50)]).toEqual([
      null,
      null,
    ])
  })

  test('keeps no link of an account without log-in, and none longer than the account', async () => {
    const { keys, links } = await open()
    await keys.saveAccount(anAccount('acc_two'))
    expect(await links.save(aLink('two', { accountId: 'acc_two' }))).toBe(false)
    expect(await links.save(aLink('none', { accountId: 'acc_none' }))).toBe(false)
    await links.save(aLink('one'))
    await keys.deleteAccount('acc_one', 60)
    expect(await links.find(digest('one'), 'reset', 50)).toBeNull()
  })

  test('forgets links that ended before, and no others', async () => {
    const { links } = await open()
    await links.save(aLink('one', { endsAtMs: 60 }))
    await links.save(aLink('two', { endsAtMs: 61 }))
    await links.forgetBefore(61)
    const left = await Promise.all(['one', 'two'].map((name) => links.find(digest(name), 'reset', 10)))
    expect(left.map((link) => link !== null)).toEqual([false, true])
  })

  test('a link sets a new password once, ends all sessions and the other links of the account', async () => {
    const stores = await open()
    const { logins, links } = stores
    await logins.create(anAccount('acc_two'), aLogin('acc_two', 'bob@example.com'))
    for (const name of ['one', 'other']) await links.save(aLink(name))
    await links.save(aLink('theirs', { accountId: 'acc_two' }))
    await links.save(aLink('entry', { purpose: 'login' }))
    await beginSession(stores, 's1')
    expect(await logins.resetPassword(digest('entry'), to(second))).toBeNull()
    expect(await logins.resetPassword(digest('one'), to(second, { nowMs: 100 }))).toBeNull()
    expect([(await logins.find('acc_one'))?.password, await hasSession(stores, 's1')]).toEqual([first, true])
    expect(await logins.resetPassword(digest('one'), to(second, { nowMs: 99 }))).toMatchObject({ accountId: 'acc_one' })
    expect([(await logins.find('acc_one'))?.password, await hasSession(stores, 's1')]).toEqual([second, false])
    for (const name of ['one', 'other']) expect(await logins.resetPassword(digest(name), to(first))).toBeNull()
    expect(await links.redeemLink(digest('entry'), 'login', 50)).toBeNull()
    expect(await links.find(digest('theirs'), 'reset', 50)).not.toBeNull()
  })

  test('a reset ends keys, webhooks and inboxes of the account unless they are kept, and so does the request alone', async () => {
    const stores = await open()
    const { keys, logins, links, webhooks, inboxes } = stores
    await logins.create(anAccount('acc_two'), aLogin('acc_two', 'bob@example.com'))
    for (const [accountId, name] of [
      ['acc_one', 'one'],
      ['acc_two', 'two'],
    ] as const) {
      await keys.saveKey(aKey(accountId, name), 5)
      await webhooks.create(aWebhook({ id: `wh_${name}`, accountId }), 5)
      await inboxes.create(anInbox({ id: `in_${name}`, accountId }), 5)
    }
    const left = async () => [
      (await keys.findKey('key_one'))?.revokedAtMs,
      (await webhooks.list('acc_one')).length,
      (await inboxes.list('acc_one')).length,
    ]
    for (const name of ['keep', 'end']) await links.save(aLink(name))
    expect(await logins.resetPassword(digest('keep'), to(second, { keepsAccess: true }))).toEqual({
      accountId: 'acc_one',
      ended: { keyIds: [], webhookIds: [] },
    })
    expect(await left()).toEqual([null, 1, 1])
    await links.save(aLink('end'))
    expect(await logins.resetPassword(digest('end'), to(first))).toEqual({
      accountId: 'acc_one',
      ended: { keyIds: ['key_one'], webhookIds: ['wh_one'] },
    })
    expect(await left()).toEqual([50, 0, 0])
    expect(await logins.endAccess('acc_one', 60)).toEqual({ keyIds: [], webhookIds: [] })
    expect((await keys.findKey('key_two'))?.revokedAtMs).toBeNull()
    expect(await logins.endAccess('acc_two', 60)).toEqual({ keyIds: ['key_two'], webhookIds: ['wh_two'] })
    expect((await keys.findKey('key_two'))?.revokedAtMs).toBe(60)
    expect(await left()).toEqual([50, 0, 0])
  })

  test('a link is over when the password is changed', async () => {
    const { logins, links } = await open()
    await links.save(aLink('one'))
    expect(await logins.changePassword('acc_one', { from: second, to: first })).toBe(false)
    expect(await links.find(digest('one'), 'reset', 50)).not.toBeNull()
    expect(await logins.changePassword('acc_one', { from: first, to: second })).toBe(true)
    expect(await links.find(digest('one'), 'reset', 50)).toBeNull()
  })

  test('finds an invite until it ends, lists all of them, the newest first, and deletes them', async () => {
    const { invites } = await open()
    await invites.save(anInvite('one', { note: 'Ann «desk»' }))
    await invites.save(anInvite('two', { createdAtMs: 20, endsAtMs: 60 }))
    expect(await invites.find(digest('one'), 99)).toEqual(anInvite('one', { note: 'Ann «desk»' }))
    expect([await invites.find(digest('one'), 100), await invites.find(digest('none'), 50)]).toEqual([null, null])
    expect((await invites.all()).map(({ id }) => id)).toEqual(['inv_two', 'inv_one'])
    await invites.forgetBefore(61)
    expect([await invites.delete('inv_one'), await invites.delete('inv_one'), await invites.delete('inv_two')]).toEqual(
      [true, false, false],
    )
    expect(await invites.find(digest('one'), 50)).toBeNull()
  })

  test('an invite makes one account, and none after its end or for an address that is taken', async () => {
    const { keys, logins, invites } = await open()
    await invites.save(anInvite('one'))
    const bob = (id: string) => [anAccount(id), aLogin(id, 'bob@example.com')] as const
    expect(await logins.createInvited(anAccount('acc_two'), aLogin('acc_two'), digest('one'))).toBe('taken')
    expect(await logins.createInvited(anAccount('acc_two', 100), bob('acc_two')[1], digest('one'))).toBe('too_late')
    expect(await logins.createInvited(...bob('acc_two'), digest('none'))).toBe('too_late')
    expect([await keys.findAccount('acc_two'), (await invites.all())[0]?.usedAtMs]).toEqual([null, null])
    expect(await logins.createInvited(...bob('acc_two'), digest('one'))).toBe('created')
    expect([await logins.find('acc_two'), await invites.all()]).toEqual([
      bob('acc_two')[1],
      [anInvite('one', { usedAtMs: 50 })],
    ])
    const eve = aLogin('acc_three', 'eve@example.com')
    expect(await logins.createInvited(anAccount('acc_three'), eve, digest('one'))).toBe('too_late')
    expect([await keys.findAccount('acc_three'), await invites.find(digest('one'), 50)]).toEqual([null, null])
  })
}

export const linkStoreRaces = (openTwo: OpenTwo<LinkStores>) => {
  test('of those who take a link at once one gets it', async () => {
    const both = await openTwo()
    await both[0].logins.create(anAccount(), aLogin())
    await both[1].links.save(aLink('one', { purpose: 'login' }))
    const taken = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        both[index % 2 === 0 ? 0 : 1].links.redeemLink(digest('one'), 'login', 50),
      ),
    )
    expect(taken.filter((link) => link !== null)).toHaveLength(1)
  })

  test('of those who set a new password by the same link at once one does', async () => {
    const both = await openTwo()
    await both[0].logins.create(anAccount(), aLogin())
    await both[0].links.save(aLink('one'))
    const passwords = Array.from({ length: 10 }, (_, index) => `password ${index}` as PasswordDigest)
    const set = await Promise.all(
      passwords.map((password, index) =>
        both[index % 2 === 0 ? 0 : 1].logins.resetPassword(digest('one'), to(password)),
      ),
    )
    expect(set.filter((replaced) => replaced !== null)).toHaveLength(1)
    expect((await both[1].logins.find('acc_one'))?.password).toBe(
      passwords[set.findIndex((replaced) => replaced !== null)],
    )
  })

  test('of those who register by the same invite at once one does', async () => {
    const both = await openTwo()
    await both[0].invites.save(anInvite('one'))
    const verdicts = await Promise.all(
      Array.from({ length: 10 }, (_, index) => {
        const id = `acc_${index}`
        const login = aLogin(id, `${index}@example.com`)
        return both[index % 2 === 0 ? 0 : 1].logins.createInvited(anAccount(id), login, digest('one'))
      }),
    )
    expect(verdicts.filter((verdict) => verdict === 'created')).toHaveLength(1)
    expect(await both[1].keys.accounts()).toHaveLength(1)
  })
}
