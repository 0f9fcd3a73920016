import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { makeTestDatabase, needsPostgres, type TestDatabase, type TestSchema } from '../../testing/postgres.js'
import { carryOn, expectStoredRows, type Missing, storedPrices } from '../testing/stored-rows.js'
import { openDatabase, type PostgresDatabase } from './database.js'
import { inspectDatabase } from './inspect.js'
import { versionOf } from './migrate.js'
import { openPostgresStore } from './open-store.js'
import { steps } from './schema.js'
import { openMigrated } from './testing/open-migrated.js'

/**
 * Statements that made each version from the one before, and rows of its new tables. The text never changes, because
 * stored databases don't either. A new version needs its own file.
 */
const folder = fileURLToPath(new URL('./testing/stored-versions', import.meta.url))
const versions = readdirSync(folder)
  .sort()
  .map((file) => ({ file, version: Number(/\d+/.exec(file)?.[0]) }))

const partsSince = { uptime: 1, fixing: 8, inbox: 10, rule: 11, board: 14, inputs: 19 } as const
const missingIn = (version: number): Missing =>
  (Object.keys(partsSince) as (keyof typeof partsSince)[]).filter((part) => partsSince[part] > version)

let server: TestDatabase
beforeAll(async () => {
  if (!needsPostgres.skip) server = await makeTestDatabase()
})
afterAll(() => server?.drop())

const openRaw = (place: TestSchema): PostgresDatabase => {
  const database = openDatabase(place)
  onTestFinished(() => database.close())
  return database
}
const openStore = async (place: TestSchema) => {
  const store = await openPostgresStore(place)
  onTestFinished(() => store.close())
  return store
}

/** Selections of all rows of the tables that there are, with the columns that there are. */
async function selections(database: PostgresDatabase): Promise<ReadonlyMap<string, string>> {
  const tables = await database.all(
    `SELECT table_name AS name, string_agg(quote_ident(column_name), ', ' ORDER BY column_name) AS columns
     FROM information_schema.columns WHERE table_schema = current_schema() AND table_name <> 'step' GROUP BY 1 ORDER BY 1`,
  )
  return new Map(
    tables.map(({ name, columns }) => [
      String(name),
      `SELECT row_to_json(found)::text AS row FROM (SELECT ${columns} FROM ${name}) AS found ORDER BY 1`,
    ]),
  )
}

async function rowsOf(database: PostgresDatabase, selected: ReadonlyMap<string, string>) {
  const found: [string, unknown][] = []
  for (const [name, sql] of selected) found.push([name, (await database.all(sql)).map(({ row }) => row)])
  return found
}

const shapeQueries = [
  `SELECT relname || '.' || attname AS name, concat_ws(' ', format_type(atttypid, atttypmod), collname,
     CASE WHEN attnotnull THEN 'NOT NULL' END, pg_get_expr(adbin, adrelid), attidentity, attgenerated, attstorage,
     attcompression, relpersistence) AS shape
   FROM pg_attribute JOIN pg_class c ON c.oid = attrelid LEFT JOIN pg_attrdef d ON adrelid = attrelid AND adnum = attnum
     LEFT JOIN pg_collation o ON o.oid = attcollation
   WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' AND attnum > 0 AND NOT attisdropped`,
  'SELECT indexname AS name, indexdef AS shape FROM pg_indexes WHERE schemaname = current_schema()',
  `SELECT conrelid::regclass || ' ' || conname AS name, pg_get_constraintdef(oid) AS shape FROM pg_constraint
   WHERE connamespace = current_schema()::regnamespace`,
  `SELECT tgrelid::regclass || ' ' || tgname AS name, pg_get_triggerdef(t.oid) AS shape FROM pg_trigger t
     JOIN pg_class c ON c.oid = tgrelid WHERE relnamespace = current_schema()::regnamespace AND NOT tgisinternal`,
  `SELECT proname AS name, pg_get_functiondef(oid) AS shape FROM pg_proc WHERE pronamespace = current_schema()::regnamespace`,
]

/** Columns with type, collation, nullability, default and storage, indexes, constraints, triggers and functions. */
async function shapeOf(database: PostgresDatabase, { schema }: TestSchema) {
  const shape = new Map<string, string>()
  for (const sql of shapeQueries)
    for (const { name, shape: text } of await database.all(`${sql} ORDER BY 1`))
      shape.set(String(name), String(text).replaceAll(`${schema}.`, '').replaceAll(/\s+/g, ' '))
  return shape
}

test('there is a database of every version', () => {
  expect(versions.map(({ version }) => version)).toEqual(steps.map((_, at) => at + 1))
})

describe.each(versions)('a database of version $version', needsPostgres, ({ version }) => {
  test('is opened, carried on and opened again without loss, in the shape of a new one', async () => {
    const [place, newPlace] = [await server.newSchema(), await server.newSchema()]
    const database = openRaw(place)
    for (const { file } of versions.slice(0, version)) await database.run(readFileSync(join(folder, file), 'utf8'))
    expect(await versionOf(database)).toBe(version)
    const selected = await selections(database)
    const stored = await rowsOf(database, selected)
    expect(stored.filter(([, rows]) => Array.isArray(rows) && rows.length === 0)).toEqual([])

    const store = await openStore(place)
    expect(await versionOf(database)).toBe(steps.length)
    expect(await rowsOf(database, selected)).toEqual(stored)
    await expectStoredRows(store, missingIn(version))
    expect(await storedPrices(store)).toEqual([41.1, 41.2, 41.3])
    await carryOn(store)

    const again = await openStore(place)
    await expectStoredRows(again, missingIn(version))
    expect(await storedPrices(again)).toEqual([41.1, 41.2, 41.3, 41.4])
    expect(await again.getMeta('carried')).toBe('on')
    expect((await inspectDatabase(database)).faults).toEqual([])
    expect(await shapeOf(database, place)).toEqual(await shapeOf(await openMigrated(newPlace), newPlace))
  })
})
