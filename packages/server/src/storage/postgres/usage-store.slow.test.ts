import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeTestDatabase, needsPostgres, type TestDatabase } from '../../testing/postgres.js'
import { portsOver } from './open-store.js'
import { openMigrated } from './testing/open-migrated.js'

describe('over a real PostgreSQL', needsPostgres, () => {
  let server: TestDatabase
  beforeAll(async () => {
    server = await makeTestDatabase()
  })
  afterAll(() => server.drop())

  test('a batch whose acknowledgement was lost counts once, however often and through whom it comes again', async () => {
    const place = await server.newSchema()
    const [one, other] = [await openMigrated(place), await openMigrated(place)].map(
      (database) => portsOver(database).usage,
    )
    const delta = {
      accountId: 'a',
      keyId: 'k',
      day: '2026-11-30',
      endpoint: 'rates',
      errors: 0,
      limited: 0,
      lastAtMs: 1,
    }
    const add = (store: typeof one, number: number, writer = 'w') =>
      store?.add([{ ...delta, requests: 3, counted: 3 }], { writer, number })
    await add(one, 1)
    expect(await add(other, 1)).toMatchObject([{ accountId: 'a', counted: 3 }])
    await Promise.all([add(one, 2), add(other, 2)])
    expect((await other?.countedByMonth('a'))?.map(([, counted]) => counted)).toEqual([6])
    await add(one, 1, 'another')
    expect(await other?.perDay('a', '2026-11-30', '2026-11-30')).toMatchObject([{ requests: 9 }])
  })
})
