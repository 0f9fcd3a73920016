import { expect, test } from 'vitest'
import type { OpenTwo } from '../testing/either-of.js'
import type { AccountAndKeyStore } from './account-and-key-store.js'
import type { CredentialStore, PasswordDigest, SecondFactor, SecondFactorStore } from './login-stores.js'
import type { RecoveryDigest } from './tokens.js'

export type SecondFactorStores = {
  readonly keys: AccountAndKeyStore
  readonly logins: CredentialStore
  readonly secondFactors: SecondFactorStore
}

const recovery = ['a', 'b'] as unknown as readonly RecoveryDigest[]
const aFactor = (facts: Partial<SecondFactor> = {}): SecondFactor => ({
  accountId: 'acc_one',
  sealedSecret: Uint8Array.of(0, 1, 255),
  usedStep: 7,
  recovery,
  createdAtMs: 10,
  ...facts,
})

async function withAnn<Stores extends SecondFactorStores>(stores: Stores): Promise<Stores> {
  const login = { email: 'ann@example.com', password: 'p' as PasswordDigest, isAdmin: true }
  await stores.logins.create(
    { id: 'acc_one', name: 'Ann', plan: 'Free', createdAtMs: 1 },
    { ...login, accountId: 'acc_one' },
  )
  return stores
}

export const secondFactorStoreContract = (openEmpty: () => Promise<SecondFactorStores>) => {
  test('an account that someone logs in to has one or none', async () => {
    const { secondFactors } = await withAnn(await openEmpty())
    expect([await secondFactors.find('acc_one'), await secondFactors.turnOff('acc_one')]).toEqual([null, false])
    expect(await secondFactors.turnOn(aFactor({ accountId: 'acc_two' }))).toBe(false)
    expect([await secondFactors.turnOn(aFactor()), await secondFactors.turnOn(aFactor({ usedStep: 1 }))]).toEqual([
      true,
      false,
    ])
    expect(await secondFactors.find('acc_one')).toEqual(aFactor())
    expect([await secondFactors.turnOff('acc_one'), await secondFactors.find('acc_one')]).toEqual([true, null])
  })

  test('a step is used once, and none before it', async () => {
    const { secondFactors } = await withAnn(await openEmpty())
    await secondFactors.turnOn(aFactor())
    const used = []
    for (const step of [7, 9, 9, 8, 10]) used.push(await secondFactors.useStep('acc_one', step))
    expect(used).toEqual([false, true, false, false, true])
    expect([await secondFactors.useStep('acc_two', 20), (await secondFactors.find('acc_one'))?.usedStep]).toEqual([
      false,
      10,
    ])
  })

  test('a recovery code is used once', async () => {
    const { secondFactors } = await withAnn(await openEmpty())
    await secondFactors.turnOn(aFactor())
    const used = []
    for (const code of ['b', 'b', 'c', 'a'])
      used.push(await secondFactors.useRecovery('acc_one', code as RecoveryDigest))
    expect(used).toEqual([true, false, false, true])
    expect((await secondFactors.find('acc_one'))?.recovery).toEqual([])
  })

  test('it ends with the account', async () => {
    const { keys, secondFactors } = await withAnn(await openEmpty())
    await secondFactors.turnOn(aFactor())
    await keys.deleteAccount('acc_one', 60)
    expect(await secondFactors.find('acc_one')).toBeNull()
  })
}

export const secondFactorStoreRaces = (openTwo: OpenTwo<SecondFactorStores>) => {
  test('of those who send one code at once one is let in', async () => {
    const both = await openTwo()
    await withAnn(both[0])
    await both[0].secondFactors.turnOn(aFactor())
    const of = (index: number) => both[index % 2 === 0 ? 0 : 1].secondFactors
    const ten = Array.from({ length: 10 }, (_, index) => index)
    const steps = await Promise.all(ten.map((index) => of(index).useStep('acc_one', 9)))
    const codes = await Promise.all(ten.map((index) => of(index).useRecovery('acc_one', 'a' as RecoveryDigest)))
    expect([steps.filter(Boolean), codes.filter(Boolean)]).toEqual([[true], [true]])
  })
}
