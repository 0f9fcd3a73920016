import { expect, test } from 'vitest'
import type { OpenTwo } from '../testing/either-of.js'
import type { Account, AccountAndKeyStore, ApiKey, KeyDigest } from './account-and-key-store.js'

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

const atMost = 5

export const keyStoreContract = (open: () => Promise<AccountAndKeyStore>) => {
  test('finds a key with its account by digest, and the key by its id', async () => {
    const store = await open()
    await store.saveAccount(anAccount())
    await store.saveKey(aKey({ label: 'desk' }), atMost)
    expect(await store.find('d1' as KeyDigest)).toEqual({ key: aKey({ label: 'desk' }), account: anAccount() })
    expect(await store.findKey('key_one')).toEqual(aKey({ label: 'desk' }))
    expect(await store.find('d2' as KeyDigest)).toBeNull()
    expect(await store.findKey('key_two')).toBeNull()
  })

  test('revokes a key once; it is found from then on as revoked', async () => {
    const store = await open()
    await store.saveAccount(anAccount())
    await store.saveKey(aKey(), atMost)
    expect(await store.revokeKey('key_one', 9)).toBe(true)
    expect(await store.revokeKey('key_one', 10)).toBe(false)
    expect(await store.revokeKey('key_two', 10)).toBe(false)
    expect(await store.find('d1' as KeyDigest)).toMatchObject({ key: { revokedAtMs: 9 } })
  })

  test('renames a key of the account that has it, and nothing else of it', async () => {
    const store = await open()
    await store.saveAccount(anAccount())
    await store.saveKey(aKey({ label: 'desk' }), atMost)
    expect(await store.renameKey('acc_two', 'key_one', 'theirs')).toBe(false)
    expect(await store.renameKey('acc_one', 'key_two', 'none')).toBe(false)
    expect(await store.renameKey('acc_one', 'key_one', 'shop')).toBe(true)
    expect(await store.findKey('key_one')).toEqual(aKey({ label: 'shop' }))
  })

  test('lists the keys of an account and all accounts, the oldest first', async () => {
    const store = await open()
    await store.saveAccount(anAccount({ id: 'acc_two', createdAtMs: 5 }))
    await store.saveAccount(anAccount())
    await store.saveKey(aKey({ id: 'key_b', digest: 'b' as KeyDigest, createdAtMs: 4 }), atMost)
    await store.saveKey(aKey({ id: 'key_a', digest: 'a' as KeyDigest, createdAtMs: 3 }), atMost)
    expect((await store.keysOf('acc_one')).map(({ id }) => id)).toEqual(['key_a', 'key_b'])
    expect(await store.keysOf('acc_two')).toEqual([])
    expect((await store.accounts()).map(({ id }) => id)).toEqual(['acc_one', 'acc_two'])
  })

  test('changes the plan of an account that exists', async () => {
    const store = await open()
    await store.saveAccount(anAccount())
    await store.saveKey(aKey(), atMost)
    expect(await store.setPlan('acc_one', 'Free')).toBe(true)
    expect(await store.setPlan('acc_two', 'Free')).toBe(false)
    expect(await store.findAccount('acc_one')).toEqual(anAccount({ plan: 'Free' }))
    expect(await store.findAccount('acc_two')).toBeNull()
    expect(await store.find('d1' as KeyDigest)).toMatchObject({ account: { plan: 'Free' } })
  })

  test('takes no digest twice and no key without an account', async () => {
    const store = await open()
    await store.saveAccount(anAccount())
    await store.saveKey(aKey(), atMost)
    await expect(store.saveKey(aKey({ id: 'key_two' }), atMost)).rejects.toThrow()
    const homeless = aKey({ id: 'key_two', digest: 'd2' as KeyDigest, accountId: 'acc_two' })
    expect(await store.saveKey(homeless, atMost)).toBe('no_account')
    await store.deleteAccount('acc_one', 9)
    expect(await store.saveKey(aKey({ id: 'key_two', digest: 'd2' as KeyDigest }), atMost)).toBe('no_account')
    expect(await store.keysOf('acc_one')).toEqual([aKey({ revokedAtMs: 9 })])
  })

  test('deletes an account: its keys are ended, its name is forgotten, others are left alone', async () => {
    const store = await open()
    await store.saveAccount(anAccount())
    await store.saveAccount(anAccount({ id: 'acc_two' }))
    await store.saveKey(aKey({ label: 'of Ann' }), atMost)
    await store.saveKey(aKey({ id: 'key_two', digest: 'd2' as KeyDigest, revokedAtMs: 4 }), atMost)
    await store.saveKey(aKey({ id: 'key_three', digest: 'd3' as KeyDigest, accountId: 'acc_two' }), atMost)
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

  test('takes no more live keys of an account than were named; those that ended do not count', async () => {
    const store = await open()
    await store.saveAccount(anAccount())
    const save = (name: string) => store.saveKey(aKey({ id: `key_${name}`, digest: name as KeyDigest }), 2)
    expect([await save('a'), await save('b'), await save('c')]).toEqual(['saved', 'saved', 'too_many'])
    await store.revokeKey('key_a', 3)
    expect([await save('d'), await save('e')]).toEqual(['saved', 'too_many'])
  })
}

export const keyStoreRaces = (openTwo: OpenTwo<AccountAndKeyStore>) => {
  test('of keys that are made at once no more live ones are saved than were named', async () => {
    const [one, other] = await openTwo()
    await one.saveAccount(anAccount())
    const verdicts = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        [one, other][index % 2]?.saveKey(aKey({ id: `key_${index}`, digest: `d${index}` as KeyDigest }), atMost),
      ),
    )
    expect(verdicts.filter((verdict) => verdict === 'saved')).toHaveLength(atMost)
    expect(await other.keysOf('acc_one')).toHaveLength(atMost)
  })

  test('a key is revoked by one of those who revoke it at once, and found as revoked by all', async () => {
    const [one, other] = await openTwo()
    await one.saveAccount(anAccount())
    await one.saveKey(aKey(), atMost)
    expect(await other.find('d1' as KeyDigest)).not.toBeNull()
    const revoked = await Promise.all([one, other, one, other].map((store, at) => store.revokeKey('key_one', 10 + at)))
    expect(revoked.filter(Boolean)).toHaveLength(1)
    for (const store of [one, other])
      expect((await store.find('d1' as KeyDigest))?.key.revokedAtMs).toBe(10 + revoked.indexOf(true))
  })

  test('an account that is deleted while keys are made has no live key', async () => {
    const [one, other] = await openTwo()
    await one.saveAccount(anAccount())
    await Promise.all([
      one.saveKey(aKey({ id: 'key_a', digest: 'a' as KeyDigest }), atMost),
      other.deleteAccount('acc_one', 9),
      one.saveKey(aKey({ id: 'key_b', digest: 'b' as KeyDigest }), atMost),
    ])
    expect((await other.keysOf('acc_one')).filter(({ revokedAtMs }) => revokedAtMs === null)).toEqual([])
  })
}
