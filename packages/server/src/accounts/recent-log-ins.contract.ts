import { expect, test } from 'vitest'
import type { OpenTwo } from '../testing/either-of.js'
import type { AccountAndKeyStore } from './account-and-key-store.js'
import {
  type CredentialStore,
  type LogInAttempt,
  mostLogIns,
  type PasswordDigest,
  type RecentLogIns,
} from './login-stores.js'

export type LogInStores = {
  readonly keys: AccountAndKeyStore
  readonly logins: CredentialStore
  readonly recentLogIns: RecentLogIns
}

const anAttempt = (facts: Partial<LogInAttempt> = {}): LogInAttempt => ({
  accountId: 'acc_ann',
  atMs: 10,
  network: '192.0.2.7',
  succeeded: true,
  ...facts,
})

async function addPerson({ logins }: LogInStores, name: string): Promise<void> {
  const accountId = `acc_${name}`
  await logins.create(
    { id: accountId, name, plan: 'Free', createdAtMs: 1 },
    { accountId, email: `${name}@example.com`, password: 'digest' as PasswordDigest, isAdmin: false },
  )
}

export const recentLogInsContract = (openEmpty: () => Promise<LogInStores>) => {
  const open = async () => {
    const stores = await openEmpty()
    for (const name of ['ann', 'bob']) await addPerson(stores, name)
    return stores
  }

  test('lists the attempts of one account, the newest first', async () => {
    const { recentLogIns } = await open()
    const attempts = [anAttempt({ atMs: 12 }), anAttempt({ atMs: 11, succeeded: false }), anAttempt({ atMs: 10 })]
    for (const attempt of [...attempts].reverse()) await recentLogIns.add(attempt)
    await recentLogIns.add(anAttempt({ accountId: 'acc_bob', atMs: 13 }))
    expect(await recentLogIns.list('acc_ann')).toEqual(attempts)
  })

  test('two at once from one network are one, and an account without a log-in has none', async () => {
    const { keys, recentLogIns } = await open()
    for (const _ of [1, 2]) await recentLogIns.add(anAttempt())
    await keys.saveAccount({ id: 'acc_keys', name: 'keys', plan: 'Free', createdAtMs: 1 })
    for (const accountId of ['acc_keys', 'acc_none']) await recentLogIns.add(anAttempt({ accountId }))
    expect(await recentLogIns.list('acc_ann')).toEqual([anAttempt()])
    expect([...(await recentLogIns.list('acc_keys')), ...(await recentLogIns.list('acc_none'))]).toEqual([])
  })

  test('any number of failed attempts pushes out no successful one', async () => {
    const { recentLogIns } = await open()
    await recentLogIns.add(anAttempt({ atMs: 1 }))
    for (let at = 2; at <= mostLogIns + 3; at += 1) await recentLogIns.add(anAttempt({ atMs: at, succeeded: false }))
    const kept = await recentLogIns.list('acc_ann')
    expect(kept.filter(({ succeeded }) => !succeeded).map(({ atMs }) => atMs)).toEqual(
      Array.from({ length: mostLogIns }, (_, index) => mostLogIns + 3 - index),
    )
    expect(kept.at(-1)).toEqual(anAttempt({ atMs: 1 }))
  })

  test('knows the networks that have logged in, each once, and no failed one', async () => {
    const { recentLogIns } = await open()
    await recentLogIns.add(anAttempt({ atMs: 1, network: 'a' }))
    await recentLogIns.add(anAttempt({ atMs: 2, network: 'b' }))
    await recentLogIns.add(anAttempt({ atMs: 3, network: 'a' }))
    await recentLogIns.add(anAttempt({ atMs: 4, network: 'c', succeeded: false }))
    await recentLogIns.add(anAttempt({ atMs: 5, network: 'a', accountId: 'acc_bob' }))
    const known = [
      { email: 'bob@example.com', network: 'a' },
      { email: 'ann@example.com', network: 'a' },
      { email: 'ann@example.com', network: 'b' },
    ]
    expect(await recentLogIns.knownNetworks(9)).toEqual(known)
    expect(await recentLogIns.knownNetworks(2)).toEqual(known.slice(0, 2))
  })

  test('forgets attempts before an instant, and all of an account that is deleted', async () => {
    const { keys, recentLogIns } = await open()
    for (const atMs of [1, 2, 3]) await recentLogIns.add(anAttempt({ atMs }))
    await recentLogIns.forgetBefore(2)
    expect((await recentLogIns.list('acc_ann')).map(({ atMs }) => atMs)).toEqual([3, 2])
    await keys.deleteAccount('acc_ann', 9)
    expect(await recentLogIns.list('acc_ann')).toEqual([])
  })
}

export const recentLogInsRaces = (openTwo: OpenTwo<LogInStores>) => {
  test('concurrent attempts are all counted, within the limit', async () => {
    const both = await openTwo()
    await addPerson(both[0], 'ann')
    await Promise.all(
      Array.from({ length: 10 }, (_, at) => both[at % 2 === 0 ? 0 : 1].recentLogIns.add(anAttempt({ atMs: at + 1 }))),
    )
    for (const { recentLogIns } of both) expect(await recentLogIns.list('acc_ann')).toHaveLength(10)
  })
}
