import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { StorageUnavailableError } from '../../base/errors/storage-errors.js'
import { makeTestDatabase, needsPostgres, type TestDatabase } from '../../testing/postgres.js'
import { lockName, openDatabase, type PostgresDatabase, type PostgresOptions } from './database.js'

describe('over a real PostgreSQL', needsPostgres, () => {
  let server: TestDatabase
  beforeAll(async () => {
    server = await makeTestDatabase()
  })
  afterAll(() => server.drop())

  const open = async (opening: Partial<PostgresOptions> = {}): Promise<PostgresDatabase> => {
    const database = openDatabase({ ...(await server.newSchema()), ...opening })
    onTestFinished(() => database.close())
    return database
  }
  const pidOf = async (within: Pick<PostgresDatabase, 'get'>): Promise<number> =>
    Number((await within.get('SELECT pg_backend_pid() AS pid'))?.pid)

  test('values come back as they went in', async () => {
    const database = await open()
    const bytes = new Uint8Array([0, 1, 255, 92, 39])
    const row = await database.get(
      'SELECT $1::bigint AS large, $2::text AS text, $3::bytea AS bytes, $4::text AS none, $5::bytea[] AS several',
      Number.MAX_SAFE_INTEGER,
      'Київ \u0001 \\ \' "',
      bytes,
      null,
      [bytes, null],
    )
    expect(row).toMatchObject({ large: Number.MAX_SAFE_INTEGER, text: 'Київ \u0001 \\ \' "', bytes, none: null })
    expect(row?.bytes).toBeInstanceOf(Uint8Array)
    expect(Buffer.isBuffer(row?.bytes)).toBe(false)
    await expect(database.get('SELECT 9007199254740993::bigint AS large')).rejects.toThrow(RangeError)
  })

  test('an ended connection is reported once, and the next statement has another', async () => {
    const database = await open()
    const pid = await pidOf(database)
    const asleep = database.get('SELECT pg_sleep(30), $1::int AS pid', pid)
    const refused = expect(asleep).rejects.toThrow(StorageUnavailableError)
    await expect
      .poll(() =>
        database.get('SELECT 1 FROM pg_stat_activity WHERE pid = $1 AND query LIKE $2', pid, '%pg_sleep(30)%'),
      )
      .not.toBeNull()
    await server.run(`SELECT pg_terminate_backend(${pid})`)
    await refused
    expect(await pidOf(database)).not.toBe(pid)
  })

  test('what takes too long there is ended there, and its connection goes on', async () => {
    const database = await open({ statementMs: 50 })
    await expect(database.get('SELECT pg_sleep(30)')).rejects.toThrow(/does not work at the moment.*timeout/)
    expect(await database.get('SELECT 1 AS one')).toEqual({ one: 1 })
  })

  test('a transaction is all or nothing, also where our own code fails, and its connection is as good as before', async () => {
    const database = await open()
    await database.run('CREATE TABLE thing (name text)')
    const pids = new Set<number>()
    for (let time = 0; time < 3; time += 1)
      await expect(
        database.transaction(async (within) => {
          pids.add(await pidOf(within))
          await within.run(`INSERT INTO thing VALUES ('half')`)
          throw new TypeError('ours')
        }),
      ).rejects.toThrow('ours')
    await expect(database.transaction((within) => within.run('INSERT INTO nothing VALUES (1)'))).rejects.toThrow(
      'nothing',
    )
    expect(await database.all('SELECT * FROM thing')).toEqual([])
    expect(pids.size).toBe(1)
  })

  test('who looks at a snapshot sees one state of the data, whatever others write, and writes nothing', async () => {
    const database = await open()
    await database.run('CREATE TABLE thing (name text)')
    const count = async (within: Pick<PostgresDatabase, 'get'>) =>
      Number((await within.get('SELECT count(*) AS things FROM thing'))?.things)
    await database.snapshot(async (within) => {
      expect(await count(within)).toBe(0)
      await database.run(`INSERT INTO thing VALUES ('new')`)
      expect(await count(within)).toBe(0)
    })
    expect(await count(database)).toBe(1)
    await expect(database.snapshot((within) => within.run('DELETE FROM thing'))).rejects.toThrow('read-only')
    expect(await count(database)).toBe(1)
  })

  test('of two deadlocked transactions one restarts, and both are done', async () => {
    const database = await open()
    await database.run('CREATE TABLE thing (name text PRIMARY KEY, count int)')
    await database.run(`INSERT INTO thing VALUES ('a', 0), ('b', 0)`)
    let meet = () => {}
    const met = new Promise<void>((resolve) => {
      meet = resolve
    })
    let here = 0
    const inOrder = (names: readonly string[]) =>
      database.transaction(async (within) => {
        for (const [at, name] of names.entries()) {
          await within.run('UPDATE thing SET count = count + 1 WHERE name = $1', name)
          here += 1
          if (here === 2) meet()
          if (at === 0) await met
        }
      })
    await Promise.all([inOrder(['a', 'b']), inOrder(['b', 'a'])])
    expect(await database.all('SELECT count FROM thing')).toEqual([{ count: 2 }, { count: 2 }])
    expect(here).toBeGreaterThan(4)
  })

  test('a change, by itself or in a transaction, outlasts a blocking one until the database has ended it', async () => {
    const place = await server.newSchema()
    const [database, paused] = [openDatabase(place), openDatabase(place)]
    onTestFinished(async () => {
      await Promise.all([database.close(), paused.close()])
    })
    await database.run('CREATE TABLE thing (count int)')
    await database.run('INSERT INTO thing VALUES (0)')
    let goOn = () => {}
    const isPaused = new Promise<void>((resolve) => {
      goOn = resolve
    })
    const held = new Promise<void>((resolve) => {
      void paused
        .transaction(async (within) => {
          await within.run('UPDATE thing SET count = 7')
          resolve()
          await isPaused
        })
        .catch(() => {})
    })
    await held
    await Promise.all([
      database.transaction((within) => within.run('UPDATE thing SET count = count + 1')),
      database.run('UPDATE thing SET count = count + 1'),
    ])
    goOn()
    expect(await database.all('SELECT count FROM thing')).toEqual([{ count: 2 }])
  })

  test('an exclusive section runs without concurrent ones', async () => {
    const database = await open()
    let atOnce = 0
    let most = 0
    await Promise.all(
      Array.from({ length: 5 }, () =>
        database.transaction(async (within) => {
          await lockName(within, 'something')
          atOnce += 1
          most = Math.max(most, atOnce)
          await within.run('SELECT 1')
          atOnce -= 1
        }),
      ),
    )
    expect(most).toBe(1)
  })
})

test('a database without an answer is reported as such', async () => {
  const database = openDatabase({ url: 'postgres://nobody@127.0.0.1:1/none' })
  await expect(database.get('SELECT 1')).rejects.toThrow(StorageUnavailableError)
  await expect(database.transaction(async () => {})).rejects.toThrow(/does not work at the moment/)
  await database.close()
})
