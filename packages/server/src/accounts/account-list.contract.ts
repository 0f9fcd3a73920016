import { expect, test } from 'vitest'
import { monthIndex } from '../base/time/calendar.js'
import type { Account, AccountAndKeyStore, AccountList, ApiKey, KeyDigest } from './account-and-key-store.js'
import type { CredentialStore, PasswordDigest, SessionStore } from './login-stores.js'
import { aSession } from './testing/a-session.js'
import type { UsageStore } from './usage/usage-store.js'

export type AccountListStores = {
  readonly accountList: AccountList
  readonly keys: AccountAndKeyStore
  readonly logins: CredentialStore
  readonly sessions: SessionStore
  readonly usage: UsageStore
}

const month = monthIndex('2026-11')
const password = 'digest' as PasswordDigest
const anAccount = (name: string, createdAtMs: number): Account => ({
  id: `acc_${name}`,
  name,
  plan: 'Free',
  createdAtMs,
})
const aKey = (id: string, facts: Partial<ApiKey> = {}): ApiKey => ({
  id,
  accountId: 'acc_ann',
  digest: id as KeyDigest,
  prefix: 'p2p_12345678',
  label: null,
  createdAtMs: 2,
  revokedAtMs: null,
  ...facts,
})

export const accountListContract = (open: () => Promise<AccountListStores>) => {
  const idsOf = async ({ accountList }: AccountListStores, text: string, limit = 100, after: string | null = null) =>
    (await accountList.page({ text, after, limit }, month)).map(({ id }) => id)

  test('lists each account with its holder, live keys, usage of this month and last use', async () => {
    const stores = await open()
    const { keys, logins, sessions, usage, accountList } = stores
    const login = { accountId: 'acc_ann', email: 'ann@example.com', password, isAdmin: true }
    await logins.create(anAccount('ann', 1), login)
    await keys.saveAccount(anAccount('bot', 2))
    const [ann, bot] = [
      {
        ...anAccount('ann', 1),
        email: 'ann@example.com',
        isAdmin: true,
        liveKeys: 0,
        usedThisMonth: 0,
        lastSeenAtMs: null,
      },
      { ...anAccount('bot', 2), email: null, isAdmin: false, liveKeys: 0, usedThisMonth: 0, lastSeenAtMs: null },
    ]
    expect(await accountList.page({ text: '', after: null, limit: 9 }, month)).toEqual([bot, ann])

    const session = aSession('session', { accountId: 'acc_ann', createdAtMs: 1_000, endsAtMs: 9_000 })
    await sessions.createSession(session, password)
    expect(await accountList.find('acc_ann', month)).toEqual({ ...ann, lastSeenAtMs: 1_000 })
    await sessions.recordUse(session.digest, 10_000, 2_000)
    await sessions.end(session.digest)
    expect(await accountList.find('acc_ann', month)).toEqual({ ...ann, lastSeenAtMs: 2_000 })

    for (const key of [aKey('key_1'), aKey('key_2'), aKey('key_3', { revokedAtMs: 5 })]) await keys.saveKey(key, 5)
    const figures = { endpoint: 'rates', requests: 9, errors: 0, limited: 0, accountId: 'acc_ann' }
    const at = Date.UTC(2026, 10, 20, 10, 5)
    await usage.add([
      { ...figures, keyId: 'key_1', day: '2026-11-20', counted: 7, lastAtMs: at },
      { ...figures, keyId: 'key_3', day: '2026-10-31', counted: 5, lastAtMs: at - 86_400_000 },
    ])
    expect(await accountList.find('acc_ann', month)).toEqual({
      ...ann,
      liveKeys: 2,
      usedThisMonth: 7,
      lastSeenAtMs: at,
    })
    expect(await accountList.find('acc_ann', month + 1)).toMatchObject({ usedThisMonth: 0 })
    expect(await accountList.find('acc_none', month)).toBeNull()
  })

  test('is read page by page, the newest first, also when the last one of a page was deleted meanwhile', async () => {
    const stores = await open()
    for (let count = 1; count <= 7; count++) await stores.keys.saveAccount(anAccount(`n${count}`, Math.min(count, 5)))
    const all = ['acc_n7', 'acc_n6', 'acc_n5', 'acc_n4', 'acc_n3', 'acc_n2', 'acc_n1']
    expect(await idsOf(stores, '')).toEqual(all)
    expect(await idsOf(stores, '', 2)).toEqual(all.slice(0, 2))
    expect(await idsOf(stores, '', 2, 'acc_n6')).toEqual(all.slice(2, 4))
    await stores.keys.deleteAccount('acc_n4', 9)
    expect(await idsOf(stores, '', 9, 'acc_n4')).toEqual(all.slice(4))
    expect([await idsOf(stores, '', 9, 'acc_n1'), await idsOf(stores, '', 9, 'acc_none')]).toEqual([[], []])
    expect(await idsOf(stores, '')).not.toContain('acc_n4')
    expect(await stores.accountList.find('acc_n4', month)).toBeNull()
  })

  test('is searched by part of the id, the name or the address, in any case of any script', async () => {
    const stores = await open()
    await stores.logins.create(anAccount('Кав’ярня «Один»', 1), {
      accountId: 'acc_Кав’ярня «Один»',
      email: 'olena@example.com',
      password,
      isAdmin: false,
    })
    await stores.keys.saveAccount({ ...anAccount('Desk', 2), id: 'acc_XyZ' })
    const cafe = 'acc_Кав’ярня «Один»'
    for (const text of ['КАВ’ЯРНЯ', 'один', 'OLENA@', 'example'])
      expect([text, await idsOf(stores, text)]).toEqual([text, [cafe]])
    for (const text of ['xyz', 'desk', 'ＤＥＳＫ'])
      expect([text, await idsOf(stores, text)]).toEqual([text, ['acc_XyZ']])
    for (const text of ['%', '_z', 'a%e', "'", 'nobody', 'zdesk'])
      expect([text, await idsOf(stores, text)]).toEqual([text, []])
    expect(await idsOf(stores, 'acc_')).toHaveLength(2)
  })
}
