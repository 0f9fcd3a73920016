import { expect, test } from 'vitest'
import type { Account, ApiKey, KeyDigest } from './account.js'
import type { KeyStore } from './key-store.js'

const anAccount = (facts: Partial<Account> = {}): Account => ({
  id: 'acc_one',
  name: 'Кав’ярня "One"',
  plan: 'Pro',
  createdAtMs: 1,
  ...facts,
})
const aKey = (facts: Partial<ApiKey> = {}): ApiKey => ({
  id: 'key_one',
  accountId: 'acc_one',
  digest: 'd1' as KeyDigest,
  prefix: 'p2p_12345678',
  label: null,
  createdAtMs: 2,
  revokedAtMs: null,
  ...facts,
})

/** What every implementation of the port promises. */
export const keyStoreContract = (open: () => Promise<KeyStore>) => {
  test('finds a key with its account by digest, and the key by its id', async () => {
    const store = await open()
    await store.saveAccount(anAccount())
    await store.saveKey(aKey({ label: 'desk' }))
    expect(await store.find('d1' as KeyDigest)).toEqual({ key: aKey({ label: 'desk' }), account: anAccount() })
    expect(await store.findKey('key_one')).toEqual(aKey({ label: 'desk' }))
    expect(await store.find('d2' as KeyDigest)).toBeNull()
    expect(await store.findKey('key_two')).toBeNull()
  })

  test('revokes a key once; it is found from then on as revoked', async () => {
    const store = await open()
    await store.saveAccount(anAccount())
    await store.saveKey(aKey())
    expect(await store.revokeKey('key_one', 9)).toBe(true)
    expect(await store.revokeKey('key_one', 10)).toBe(false)
    expect(await store.revokeKey('key_two', 10)).toBe(false)
    expect(await store.find('d1' as KeyDigest)).toMatchObject({ key: { revokedAtMs: 9 } })
  })

  test('lists the keys of an account and all accounts, the oldest first', async () => {
    const store = await open()
    await store.saveAccount(anAccount({ id: 'acc_two', createdAtMs: 5 }))
    await store.saveAccount(anAccount())
    await store.saveKey(aKey({ id: 'key_b', digest: 'b' as KeyDigest, createdAtMs: 4 }))
    await store.saveKey(aKey({ id: 'key_a', digest: 'a' as KeyDigest, createdAtMs: 3 }))
    expect((await store.keysOf('acc_one')).map(({ id }) => id)).toEqual(['key_a', 'key_b'])
    expect(await store.keysOf('acc_two')).toEqual([])
    expect((await store.accounts()).map(({ id }) => id)).toEqual(['acc_one', 'acc_two'])
  })

  test('changes the plan of an account that exists', async () => {
    const store = await open()
    await store.saveAccount(anAccount())
    await store.saveKey(aKey())
    expect(await store.setPlan('acc_one', 'Free')).toBe(true)
    expect(await store.setPlan('acc_two', 'Free')).toBe(false)
    expect(await store.findAccount('acc_one')).toEqual(anAccount({ plan: 'Free' }))
    expect(await store.findAccount('acc_two')).toBeNull()
    expect(await store.find('d1' as KeyDigest)).toMatchObject({ account: { plan: 'Free' } })
  })

  test('takes no digest twice and no key without an account', async () => {
    const store = await open()
    await store.saveAccount(anAccount())
    await store.saveKey(aKey())
    await expect(store.saveKey(aKey({ id: 'key_two' }))).rejects.toThrow()
    await expect(
      store.saveKey(aKey({ id: 'key_two', digest: 'd2' as KeyDigest, accountId: 'acc_two' })),
    ).rejects.toThrow()
    expect(await store.keysOf('acc_one')).toEqual([aKey()])
  })

  test('deletes an account: its keys are ended, its name is forgotten, others are left alone', async () => {
    const store = await open()
    await store.saveAccount(anAccount())
    await store.saveAccount(anAccount({ id: 'acc_two' }))
    await store.saveKey(aKey({ label: 'of Ann' }))
    await store.saveKey(aKey({ id: 'key_two', digest: 'd2' as KeyDigest, revokedAtMs: 4 }))
    await store.saveKey(aKey({ id: 'key_three', digest: 'd3' as KeyDigest, accountId: 'acc_two' }))
    expect(await store.deleteAccount('acc_one', 9)).toBe(true)
    expect(await store.deleteAccount('acc_one', 10)).toBe(false)
    expect(await store.deleteAccount('acc_none', 9)).toBe(false)
    expect((await store.accounts()).map(({ id }) => id)).toEqual(['acc_two'])
    expect([await store.findAccount('acc_one'), await store.setPlan('acc_one', 'Pro')]).toEqual([null, false])
    expect((await store.allKeys()).map(({ id, revokedAtMs, label }) => [id, revokedAtMs, label]).sort()).toEqual([
      ['key_one', 9, null],
      ['key_three', null, null],
      ['key_two', 4, null],
    ])
  })
}
