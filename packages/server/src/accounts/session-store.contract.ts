import { expect, test } from 'vitest'
import type { OpenTwo } from '../testing/either-of.js'
import type { Account, AccountAndKeyStore } from './account-and-key-store.js'
import {
  type CredentialStore,
  mostSessions,
  type PasswordDigest,
  type Session,
  type SessionStore,
  type StoredLogin,
} from './login-stores.js'
import { aSession } from './testing/a-session.js'
import type { SessionDigest } from './tokens.js'

export type SessionStores = {
  readonly keys: AccountAndKeyStore
  readonly logins: CredentialStore
  readonly sessions: SessionStore
}

const first = 'first' as PasswordDigest
const second = 'second' as PasswordDigest

const anAccount = (id = 'acc_one'): Account => ({ id, name: 'Ann', plan: 'Free', createdAtMs: 1 })
const aLogin = (facts: Partial<StoredLogin> = {}): StoredLogin => ({
  accountId: 'acc_one',
  email: 'ann@example.com',
  password: first,
  isAdmin: false,
  ...facts,
})
const found = async ({ sessions }: SessionStores, name: string, nowMs = 50) =>
  (await sessions.find(name as SessionDigest, nowMs)) !== null

export const sessionStoreContract = (openEmpty: () => Promise<SessionStores>) => {
  const open = async () => {
    const stores = await openEmpty()
    await stores.logins.create(anAccount(), aLogin())
    return stores
  }

  test('finds a login by its account and by its address, each address once', async () => {
    const { keys, logins } = await open()
    expect(await logins.find('acc_one')).toEqual(aLogin())
    expect(await logins.findByEmail('ann@example.com')).toEqual(aLogin())
    expect([await logins.find('acc_two'), await logins.findByEmail('bob@example.com')]).toEqual([null, null])
    expect(await logins.create(anAccount('acc_two'), aLogin({ accountId: 'acc_two' }))).toBe('taken')
    expect(await keys.findAccount('acc_two')).toBeNull()
    const bob = aLogin({ accountId: 'acc_two', email: 'bob@example.com', isAdmin: true })
    expect(await logins.create(anAccount('acc_two'), bob)).toBe('created')
    expect([await logins.find('acc_two'), await keys.findAccount('acc_two')]).toEqual([bob, anAccount('acc_two')])
  })

  test('makes an admin where there is none, and no second one', async () => {
    const { logins } = await open()
    expect(await logins.hasAdmin()).toBe(false)
    const admin = (name: string) => aLogin({ accountId: `acc_${name}`, email: `${name}@example.com`, isAdmin: true })
    expect(await logins.createFirstAdmin(anAccount('acc_ann'), admin('ann'))).toBe('taken')
    expect([await logins.hasAdmin(), await logins.createFirstAdmin(anAccount('acc_eve'), admin('eve'))]).toEqual([
      false,
      'created',
    ])
    expect(await logins.createFirstAdmin(anAccount('acc_bob'), admin('bob'))).toBe('too_late')
    expect([await logins.hasAdmin(), await logins.find('acc_bob')]).toEqual([true, null])
  })

  test('finds a session with its account until it ends', async () => {
    const stores = await open()
    expect(await stores.sessions.createSession(aSession('one'), first)).toEqual([])
    expect(await stores.sessions.find('one' as SessionDigest, 99)).toEqual({
      session: aSession('one'),
      account: anAccount(),
      isAdmin: false,
    })
    expect([await found(stores, 'one', 100), await found(stores, 'two')]).toEqual([false, false])
    await stores.sessions.recordUse('one' as SessionDigest, 200, 60)
    expect([await found(stores, 'one', 199), await found(stores, 'one', 200)]).toEqual([true, false])
    // Two requests at once may write in either order.
    await stores.sessions.recordUse('one' as SessionDigest, 150, 55)
    expect((await stores.sessions.find('one' as SessionDigest, 199))?.session).toEqual(
      aSession('one', { endsAtMs: 200, usedAtMs: 60 }),
    )
  })

  test("one session more than an account may have ends its oldest, and no other account's", async () => {
    const stores = await open()
    await stores.logins.create(anAccount('acc_two'), aLogin({ accountId: 'acc_two', email: 'bob@example.com' }))
    await stores.sessions.createSession(aSession('other', { accountId: 'acc_two', createdAtMs: 0 }), first)
    for (let number = 0; number < mostSessions; number++)
      expect(await stores.sessions.createSession(aSession(`s${number}`, { createdAtMs: 10 + number }), first)).toEqual(
        [],
      )
    expect(await stores.sessions.createSession(aSession('new', { createdAtMs: 50 }), first)).toEqual(['s0'])
    expect(await Promise.all(['s0', 's1', 'new', 'other'].map((name) => found(stores, name)))).toEqual([
      false,
      true,
      true,
      true,
    ])
  })

  test('knows of another plan at once', async () => {
    const { keys, sessions } = await open()
    await sessions.createSession(aSession('one'), first)
    await keys.setPlan('acc_one', 'Pro')
    expect((await sessions.find('one' as SessionDigest, 50))?.account.plan).toBe('Pro')
  })

  test('ends one session, or all of an account', async () => {
    const stores = await open()
    const { logins, sessions } = stores
    await logins.create(anAccount('acc_two'), aLogin({ accountId: 'acc_two', email: 'bob@example.com' }))
    for (const name of ['one', 'two', 'three']) await sessions.createSession(aSession(name), first)
    await sessions.createSession(aSession('other', { accountId: 'acc_two' }), first)
    await sessions.end('one' as SessionDigest)
    expect([await found(stores, 'one'), await found(stores, 'two')]).toEqual([false, true])
    await sessions.endAll('acc_one', 'two' as SessionDigest)
    expect([await found(stores, 'two'), await found(stores, 'three')]).toEqual([true, false])
    await sessions.endAll('acc_one', null)
    expect([await found(stores, 'two'), await found(stores, 'other')]).toEqual([false, true])
  })

  test('lists the live sessions of one account, the newest first', async () => {
    const { logins, sessions } = await open()
    await logins.create(anAccount('acc_two'), aLogin({ accountId: 'acc_two', email: 'bob@example.com' }))
    const own = [aSession('new', { createdAtMs: 12, network: '2001:db8:1:2::/64' }), aSession('old')]
    for (const session of own) await sessions.createSession(session, first)
    await sessions.createSession(aSession('over', { endsAtMs: 50 }), first)
    await sessions.createSession(aSession('other', { accountId: 'acc_two' }), first)
    expect(await sessions.list('acc_one', 50)).toEqual(own)
  })

  test('another password ends all sessions, and is changed from the present one alone', async () => {
    const stores = await open()
    const { logins, sessions } = stores
    for (const name of ['one', 'two']) await sessions.createSession(aSession(name), first)
    expect(await logins.changePassword('acc_one', { from: first, to: second })).toBe(true)
    expect([await found(stores, 'one'), await found(stores, 'two')]).toEqual([false, false])
    expect((await logins.find('acc_one'))?.password).toBe(second)
    await sessions.createSession(aSession('three'), second)
    expect(await logins.changePassword('acc_one', { from: first, to: first })).toBe(false)
    expect([(await logins.find('acc_one'))?.password, await found(stores, 'three')]).toEqual([second, true])
  })

  test('begins no session with a password that was changed meanwhile, or for an account that is gone', async () => {
    const stores = await open()
    await stores.logins.changePassword('acc_one', { from: first, to: second })
    expect(await stores.sessions.createSession(aSession('one'), first)).toBeNull()
    expect(await stores.sessions.createSession(aSession('one', { accountId: 'acc_two' }), second)).toBeNull()
    expect(await found(stores, 'one')).toBe(false)
  })

  test('an account that is deleted takes login and sessions with it, and gives its address back', async () => {
    const stores = await open()
    const { keys, logins, sessions } = stores
    await sessions.createSession(aSession('one'), first)
    await keys.deleteAccount('acc_one', 9)
    expect([await logins.find('acc_one'), await found(stores, 'one')]).toEqual([null, false])
    expect(await sessions.createSession(aSession('two'), first)).toBeNull()
    expect(await logins.create(anAccount('acc_two'), aLogin({ accountId: 'acc_two' }))).toBe('created')
  })

  test('an admin can be deleted if another one is left, and other accounts always', async () => {
    const { keys, logins } = await open()
    for (const name of ['ann', 'eve']) {
      const accountId = `acc_${name}`
      await logins.create(anAccount(accountId), aLogin({ accountId, email: `${name}@admin.example`, isAdmin: true }))
    }
    expect([
      await keys.deleteUnlessLastAdmin('acc_none', 9),
      await keys.deleteUnlessLastAdmin('acc_ann', 9),
      await keys.deleteUnlessLastAdmin('acc_ann', 9),
      await keys.deleteUnlessLastAdmin('acc_eve', 9),
      await keys.deleteUnlessLastAdmin('acc_one', 9),
    ]).toEqual(['no_account', 'deleted', 'no_account', 'last_admin', 'deleted'])
    expect([await logins.find('acc_ann'), (await logins.find('acc_eve'))?.isAdmin]).toEqual([null, true])
  })

  test('forgets sessions that ended before, and no others', async () => {
    const stores = await open()
    await stores.sessions.createSession(aSession('one', { endsAtMs: 60 }), first)
    await stores.sessions.createSession(aSession('two', { endsAtMs: 61 }), first)
    await stores.sessions.forgetBefore(61)
    expect([await found(stores, 'one'), await found(stores, 'two')]).toEqual([false, true])
  })
}

export const sessionStoreRaces = (openTwo: OpenTwo<SessionStores>) => {
  test('of those who want the same address at once one gets it', async () => {
    const both = await openTwo()
    const verdicts = await Promise.all(
      Array.from({ length: 10 }, (_, index) => {
        const accountId = `acc_${index}`
        return both[index % 2 === 0 ? 0 : 1].logins.create(anAccount(accountId), aLogin({ accountId }))
      }),
    )
    expect(verdicts.filter((verdict) => verdict === 'created')).toHaveLength(1)
    expect(await both[1].keys.accounts()).toHaveLength(1)
  })

  test('of those who want to be the first admin at once one becomes it', async () => {
    const both = await openTwo()
    const verdicts = await Promise.all(
      Array.from({ length: 10 }, (_, index) => {
        const accountId = `acc_${index}`
        const login = aLogin({ accountId, email: `${index}@example.com`, isAdmin: true })
        return both[index % 2 === 0 ? 0 : 1].logins.createFirstAdmin(anAccount(accountId), login)
      }),
    )
    expect(verdicts.filter((verdict) => verdict === 'created')).toHaveLength(1)
  })

  test('of two admins who leave at once one stays', async () => {
    const both = await openTwo()
    for (const name of ['ann', 'eve']) {
      const login = aLogin({ accountId: `acc_${name}`, email: `${name}@admin.example`, isAdmin: true })
      await both[0].logins.create(anAccount(login.accountId), login)
    }
    const verdicts = await Promise.all([
      both[0].keys.deleteUnlessLastAdmin('acc_ann', 9),
      both[1].keys.deleteUnlessLastAdmin('acc_eve', 9),
    ])
    expect([...verdicts].sort()).toEqual(['deleted', 'last_admin'])
    expect(await both[0].logins.hasAdmin()).toBe(true)
  })

  test('a log-in that races a change of the password leaves no session of the old one', async () => {
    const [one, other] = await openTwo()
    await one.logins.create(anAccount(), aLogin())
    const names = Array.from({ length: 10 }, (_, index) => `s${index}`)
    await Promise.all([
      ...names.slice(0, 5).map((name) => one.sessions.createSession(aSession(name), first)),
      other.logins.changePassword('acc_one', { from: first, to: second }),
      ...names.slice(5).map((name) => one.sessions.createSession(aSession(name), first)),
    ])
    for (const name of names) expect([await found(one, name), await found(other, name)]).toEqual([false, false])
  })

  test('many log-ins of one account at once all begin, and go on, without waiting for each other in a circle', async () => {
    const both = await openTwo()
    await both[0].logins.create(anAccount(), aLogin())
    const sessions = Array.from({ length: mostSessions }, (_, index) => ({
      ...aSession(`s${index}`),
      createdAtMs: 1_000 + index,
    }))
    const each = <Result>(act: (store: SessionStores, session: Session) => Promise<Result>) =>
      Promise.all(sessions.map((session, index) => act(both[index % 2 === 0 ? 0 : 1], session)))
    expect(await each((store, session) => store.sessions.createSession(session, first))).toEqual(sessions.map(() => []))
    await each((store, { digest, endsAtMs, createdAtMs }) =>
      store.sessions.recordUse(digest, endsAtMs + 1, createdAtMs + 100),
    )
    for (const { digest } of sessions) expect(await found(both[0], digest)).toBe(true)
  })

  test('of two changes of the password at once one is made', async () => {
    const [one, other] = await openTwo()
    await one.logins.create(anAccount(), aLogin())
    const changed = await Promise.all([
      one.logins.changePassword('acc_one', { from: first, to: second }),
      other.logins.changePassword('acc_one', { from: first, to: 'third' as PasswordDigest }),
    ])
    expect(changed.filter(Boolean)).toHaveLength(1)
  })

  test('a session that one ends is over for the other', async () => {
    const [one, other] = await openTwo()
    await one.logins.create(anAccount(), aLogin())
    await one.sessions.createSession(aSession('one'), first)
    expect(await found(other, 'one')).toBe(true)
    await one.sessions.end('one' as SessionDigest)
    expect(await found(other, 'one')).toBe(false)
  })
}
