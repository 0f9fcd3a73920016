import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { makeFolder } from '../../testing/make-folder.js'
import { carryOn, expectStoredRows, type Missing, storedPrices } from '../testing/stored-rows.js'
import { openDatabase } from './database.js'
import { inspect } from './inspect.js'
import { schemaVersion } from './migrate.js'
import { databasePathOf, openMemoryStore, openSqliteStore, type SqliteStore } from './open-store.js'

/**
 * One database of each version that a commit has written, as SQL text. The text never changes, because databases on
 * disk don't either. A new version needs its own file.
 */
const folder = fileURLToPath(new URL('./testing/stored-versions', import.meta.url))
const versions = readdirSync(folder)
  .sort()
  .map((file) => ({ file, version: Number(/\d+/.exec(file)?.[0]) }))

const writeFile = (path: string, file: string): void => {
  const database = openDatabase(path)
  database.exec('PRAGMA foreign_keys = OFF')
  database.exec(readFileSync(join(folder, file), 'utf8'))
  database.close()
}

const open = (dataDir: string): SqliteStore => {
  const damaged: string[] = []
  const store = openSqliteStore(dataDir, { isSynced: false, onDamage: (what) => damaged.push(what) })
  onTestFinished(() => expect(damaged).toEqual([]))
  return store
}

const partsSince = { uptime: 9, fixing: 11, inbox: 13, rule: 14, board: 16, inputs: 21 } as const
const missingIn = (version: number): Missing =>
  (Object.keys(partsSince) as (keyof typeof partsSince)[]).filter((part) => partsSince[part] > version)

/** Tables with the text that made them, columns and constraints included, indexes and triggers. */
const shapeOf = ({ database }: SqliteStore) =>
  database.prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name').all()

test('there is a database of every version', () => {
  expect(versions.map(({ version }) => version)).toEqual(Array.from({ length: schemaVersion }, (_, at) => at + 1))
})

describe.each(versions)('a database of version $version', ({ file, version }) => {
  test('is opened, carried on and opened again without loss, in the shape of a new one', async () => {
    const dataDir = makeFolder()
    const path = databasePathOf(dataDir)
    writeFile(path, file)
    expect(inspect(path)).toMatchObject({ version, faults: [] })

    const store = open(dataDir)
    await expectStoredRows(store, missingIn(version))
    expect(await storedPrices(store)).toEqual([41.1, 41.2, 41.3])
    await carryOn(store)
    await store.close()

    const again = open(dataDir)
    await expectStoredRows(again, missingIn(version))
    expect(await storedPrices(again)).toEqual([41.1, 41.2, 41.3, 41.4])
    expect(await again.getMeta('carried')).toBe('on')
    expect(shapeOf(again)).toEqual(shapeOf(openMemoryStore()))
    await again.close()
    expect(inspect(path)).toMatchObject({ version: schemaVersion, faults: [] })
  })
})
