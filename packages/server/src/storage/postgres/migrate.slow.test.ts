import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { version } from '../../base/version.js'
import { makeTestDatabase, needsPostgres, type TestDatabase, type TestSchema } from '../../testing/postgres.js'
import { NewerDataError } from '../newer-data-error.js'
import { openDatabase } from './database.js'
import { migrate, versionOf } from './migrate.js'
import { type Step, steps } from './schema.js'

const made = (name: string, kind: Step['kind'] = 'expand'): Step => ({ kind, sql: `CREATE TABLE ${name} (id int)` })

describe('over a real PostgreSQL', needsPostgres, () => {
  let server: TestDatabase
  beforeAll(async () => {
    server = await makeTestDatabase()
  })
  afterAll(() => server.drop())

  const open = (place: TestSchema) => {
    const database = openDatabase(place)
    onTestFinished(() => database.close())
    return database
  }

  test('an empty database gets every step, one that has them none', async () => {
    const database = open(await server.newSchema())
    expect(await versionOf(database)).toBe(0)
    expect(await migrate(database)).toEqual({ from: 0, to: steps.length })
    expect(await versionOf(database)).toBe(steps.length)
    expect(await migrate(database)).toEqual({ from: steps.length, to: steps.length })
  })

  test('of servers that start at once one takes each step, and all go on from there', async () => {
    const place = await server.newSchema()
    const several = [made('one'), made('two'), made('three')]
    const outcomes = await Promise.all([1, 2, 3].map(() => migrate(open(place), several)))
    expect(outcomes.map(({ to }) => to)).toEqual([3, 3, 3])
    expect(await open(place).all('SELECT number FROM step ORDER BY number')).toEqual(
      [1, 2, 3].map((number) => ({ number })),
    )
  })

  test('a failed step leaves the data unchanged, and succeeds when repeated', async () => {
    const database = open(await server.newSchema())
    const broken: Step = { kind: 'expand', sql: 'CREATE TABLE half (id int); SELECT 1 / 0' }
    await expect(migrate(database, [made('one'), broken])).rejects.toThrow('division by zero')
    expect(await migrate(database, [made('one'), made('half')])).toEqual({ from: 1, to: 2 })
  })

  test('a step that earlier releases cannot work with waits until none of them runs', async () => {
    const database = open(await server.newSchema())
    await migrate(database)
    const join = (release: string, age: string) =>
      database.run(
        `INSERT INTO member VALUES ($1, $2, '', 0, '[]', clock_timestamp(), clock_timestamp() - $3::interval)`,
        `${release} ${age}`,
        release,
        age,
      )
    await join(version, '1 second')
    await join('0.0.1', '1 minute')
    const next = [...steps, made('four', 'breaking')]
    await join('0.0.2', '1 second')
    await expect(migrate(database, next)).rejects.toThrow('servers still run: 1 of release 0.0.2.')
    expect(await migrate(database)).toEqual({ from: steps.length, to: steps.length })
    await database.run(`DELETE FROM member WHERE release = '0.0.2'`)
    expect(await migrate(database, next)).toEqual({ from: steps.length, to: steps.length + 1 })
  })

  test('a release works on with data that a newer one has only added to, and not with others', async () => {
    const database = open(await server.newSchema())
    await migrate(database, [made('one'), made('two')])
    expect(await migrate(database, [made('one')])).toEqual({ from: 2, to: 2 })
    await migrate(database, [made('one'), made('two'), made('three', 'breaking')])
    await expect(migrate(database, [made('one')])).rejects.toThrow(NewerDataError)
  })
})
