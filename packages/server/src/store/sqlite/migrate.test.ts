import { copyFileSync, existsSync, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { makeFolder } from '../../testing/make-folder.js'
import { inspect } from './copies.js'
import { type Database, openDatabase } from './database.js'
import { copyBeforeMigration, migrate, NewerDataError, schemaVersion, versionOf } from './migrate.js'
import { migrations } from './schema.js'

/** The next two releases: a new column that is filled from an old one, and a table in two pieces. */
const next = [
  ...migrations,
  `ALTER TABLE account ADD COLUMN note TEXT; UPDATE account SET note = name || '!'`,
  `CREATE TABLE person (id TEXT PRIMARY KEY) STRICT; INSERT INTO person SELECT id FROM account`,
]

const openAt = (path: string): Database => {
  const database = openDatabase(path)
  onTestFinished(() => database.close())
  return database
}

const withAccount = (path: string): Database => {
  const database = openAt(path)
  migrate(database)
  database.prepare(`INSERT INTO account VALUES ('acc_1', 'Ann', 'Pro', 7)`).run()
  return database
}

const isMigrated = (database: Database): boolean =>
  database.prepare('SELECT note FROM account').get()?.note === 'Ann!' &&
  database.prepare('SELECT id FROM person').get()?.id === 'acc_1'

test('new data get the present shape at once, without a copy', () => {
  const path = join(makeFolder(), 'new.db')
  const database = openAt(path)
  expect(migrate(database)).toEqual({ from: 0, to: schemaVersion })
  expect(migrate(database)).toEqual({ from: schemaVersion, to: schemaVersion })
  expect(existsSync(copyBeforeMigration(path, 0))).toBe(false)
})

test('old data are copied aside, for their owner only, and brought to the present shape', () => {
  const path = join(makeFolder(), 'old.db')
  const database = withAccount(path)
  expect(migrate(database, next)).toEqual({ from: schemaVersion, to: next.length })
  expect(isMigrated(database)).toBe(true)

  const copyPath = copyBeforeMigration(path, schemaVersion)
  expect(statSync(copyPath).mode & 0o777).toBe(0o600)
  expect(inspect(copyPath)).toMatchObject({ version: schemaVersion, faults: [] })
  expect(openAt(copyPath).prepare('SELECT * FROM account').all()).toEqual([
    { id: 'acc_1', name: 'Ann', plan: 'Pro', created_at: 7 },
  ])
})

test('data of a newer release are refused untouched', () => {
  const database = withAccount(join(makeFolder(), 'newer.db'))
  migrate(database, next)
  expect(() => migrate(database)).toThrow(NewerDataError)
  expect(versionOf(database)).toBe(next.length)
})

test('a step that fails leaves the old shape', () => {
  const database = withAccount(join(makeFolder(), 'failing.db'))
  expect(() => migrate(database, [...next, 'INSERT INTO nowhere VALUES (1)'])).toThrow('nowhere')
  expect(versionOf(database)).toBe(schemaVersion)
  expect(() => isMigrated(database)).toThrow('note')
  expect(migrate(database, next).to).toBe(next.length)
})

describe('killed at every step', () => {
  /** What a kill would leave on disk at each moment: the files as they are before and after every statement. */
  const filesAtEveryStep = (steps: readonly string[], makeOld: (path: string) => Database) => {
    const folder = makeFolder()
    const database = makeOld(join(folder, 'data.db'))
    const kept: string[] = []
    const keep = () => {
      const place = join(folder, `step-${kept.length}`)
      mkdirSync(place)
      for (const name of ['data.db', 'data.db-wal'])
        if (existsSync(join(folder, name))) copyFileSync(join(folder, name), join(place, name))
      kept.push(join(place, 'data.db'))
    }
    const watched: Database = {
      ...database,
      exec: (sql) => {
        keep()
        database.exec(sql)
        keep()
      },
    }
    migrate(watched, steps)
    keep()
    return kept
  }

  test('an upgrade begins again or is done, and nothing is lost', () => {
    const kept = filesAtEveryStep(next, withAccount)
    const found = kept.map((path) => {
      const database = openAt(path)
      const from = versionOf(database)
      migrate(database, next)
      expect(isMigrated(database)).toBe(true)
      expect(inspect(path).version).toBe(next.length)
      return from
    })
    expect(kept.length).toBeGreaterThan(5)
    expect(new Set(found)).toEqual(new Set([schemaVersion, next.length]))
  })

  test('a first start begins again or is done', () => {
    for (const path of filesAtEveryStep(migrations, openAt)) {
      const database = openAt(path)
      migrate(database)
      expect(versionOf(database)).toBe(schemaVersion)
      expect(inspect(path).faults).toEqual([])
    }
  })
})
