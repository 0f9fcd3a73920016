import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { leaseStoreContract } from '../../leases/lease-store.contract.js'
import { hasPostgres, makeTestDatabase, type PostgresPlace, type TestDatabase } from '../../testing/postgres.js'
import { openDatabase, type PostgresDatabase } from './database.js'
import { DeposedError, fenced } from './fenced.js'
import { createPostgresLeaseStore } from './lease-store.js'
import { migrate } from './migrate.js'

describe.skipIf(!hasPostgres)('over a real PostgreSQL', () => {
  let server: TestDatabase
  beforeAll(async () => {
    server = await makeTestDatabase()
  })
  afterAll(() => server.drop())

  const open = async (place: PostgresPlace): Promise<PostgresDatabase> => {
    const database = openDatabase(place)
    onTestFinished(() => database.close())
    await migrate(database)
    return database
  }
  const openTwo = async (): Promise<readonly [PostgresDatabase, PostgresDatabase]> => {
    const place = await server.newPlace()
    return [await open(place), await open(place)]
  }

  leaseStoreContract(async () => {
    const [one, other] = await openTwo()
    return [createPostgresLeaseStore(one), createPostgresLeaseStore(other)]
  })

  const scene = async () => {
    const [one, other] = await openTwo()
    await one.run('CREATE TABLE written (by text)')
    const [leases, others] = [createPostgresLeaseStore(one), createPostgresLeaseStore(other)]
    const generation = await leases.take('market', 'one', 1)
    const led = fenced(one, { lease: 'market', generation: () => generation })
    const write = (by: string) => led.run('INSERT INTO written VALUES ($1)', by)
    const written = async () => (await other.all('SELECT by FROM written')).map(({ by }) => by)
    return { led, others, write, written }
  }

  test('who leads writes; who was deposed writes nothing, in whatever way', async () => {
    const { led, others, write, written } = await scene()
    await write('one')
    await expect.poll(() => others.take('market', 'other', 60_000)).toBe(2)
    await expect(write('one, late')).rejects.toThrow(DeposedError)
    await expect(led.transaction((within) => within.run(`INSERT INTO written VALUES ('late')`))).rejects.toThrow(
      DeposedError,
    )
    expect(await written()).toEqual(['one'])
  })

  test('who does not know whether it leads writes nothing', async () => {
    const { led, written } = await scene()
    const unsure = fenced(led, { lease: 'market', generation: () => null })
    await expect(unsure.run(`INSERT INTO written VALUES ('unsure')`)).rejects.toThrow(DeposedError)
    expect(await written()).toEqual([])
  })

  test('the next one begins after what is being written is there: never before it', async () => {
    const { led, others, written } = await scene()
    const order: string[] = []
    let taken: Promise<void> = Promise.resolve()
    await led.transaction(async (within) => {
      taken = (async () => {
        await expect.poll(() => others.take('market', 'other', 60_000), { timeout: 10_000 }).toBe(2)
        order.push(`taken after ${(await written()).length}`)
      })()
      // The other one waits for the fence by now.
      await expect
        .poll(
          async () => (await within.get('SELECT count(*)::int AS waiting FROM pg_locks WHERE NOT granted'))?.waiting,
        )
        .toBeGreaterThan(0)
      await within.run(`INSERT INTO written VALUES ('under way')`)
      order.push('written')
    })
    await taken
    expect(order).toEqual(['written', 'taken after 1'])
  })
})
