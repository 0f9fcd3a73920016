import { describe, expect, onTestFinished, test } from 'vitest'
import { StorageUnavailableError } from '../../base/errors/storage-errors.js'
import { makeFolder } from '../../testing/make-folder.js'
import { openDatabase } from './database.js'
import { holdFileLock } from './sqlite-store-location.js'

const openFile = (folder = makeFolder()) => {
  const database = openDatabase(`${folder}/file.db`)
  onTestFinished(() => database.close())
  return database
}

describe('a write', () => {
  test('is synced to the disk when it returns', () => {
    const database = openFile()
    expect(database.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 2 })
    expect(database.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' })
  })

  test('with a value that SQLite would bend is our bug and is refused', () => {
    const database = openFile()
    database.exec('CREATE TABLE item (value INTEGER) STRICT')
    const insert = database.prepare('INSERT INTO item VALUES (?)')
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY, undefined, true, {}])
      expect(() => insert.run(value as never)).toThrow(TypeError)
    expect(database.prepare('SELECT COUNT(*) AS rows FROM item').get()).toEqual({ rows: 0 })
  })
})

describe('a transaction', () => {
  test('that throws leaves nothing behind, and the next one works', () => {
    const database = openFile()
    database.exec('CREATE TABLE item (value INTEGER)')
    const insert = database.prepare('INSERT INTO item VALUES (?)')
    const failing = () =>
      database.transaction(() => {
        insert.run(1)
        throw new Error('halfway')
      })
    expect(failing).toThrow('halfway')
    database.transaction(() => insert.run(2))
    expect(database.prepare('SELECT value FROM item').all()).toEqual([{ value: 2 }])
  })

  test.each([
    ['a full disk', (database: ReturnType<typeof openFile>) => database.exec('PRAGMA max_page_count = 3')],
    [
      'a disk that may only be read',
      (database: ReturnType<typeof openFile>) => database.exec('PRAGMA query_only = ON'),
    ],
  ])('on %s says that the storage is unavailable, and leaves nothing behind', (_, spoil) => {
    const database = openFile()
    database.exec('CREATE TABLE item (value TEXT)')
    const insert = database.prepare('INSERT INTO item VALUES (?)')
    insert.run('before')
    spoil(database)
    const write = () =>
      database.transaction(() => {
        for (let row = 0; row < 100; row++) insert.run('x'.repeat(1_000))
      })
    expect(write).toThrow(StorageUnavailableError)
    expect(database.prepare('SELECT value FROM item').all()).toEqual([{ value: 'before' }])
    database.exec('PRAGMA max_page_count = 100000')
    database.exec('PRAGMA query_only = OFF')
    write()
    expect(database.prepare('SELECT COUNT(*) AS rows FROM item').get()).toEqual({ rows: 101 })
  })
})

describe('a lock', () => {
  test('has one holder, and the next when that one lets go', () => {
    const path = `${makeFolder()}/lock`
    const lock = holdFileLock(path)
    expect(lock).not.toBeNull()
    expect(holdFileLock(path)).toBeNull()
    lock?.release()
    const next = holdFileLock(path)
    expect(next).not.toBeNull()
    next?.release()
  })
})

describe('while another process holds the lock', () => {
  const both = (): { ours: ReturnType<typeof openFile>; other: ReturnType<typeof openFile> } => {
    const folder = makeFolder()
    const other = openFile(folder)
    other.exec('CREATE TABLE item (value INTEGER)')
    const ours = openDatabase(`${folder}/file.db`, { busyMs: 20 })
    onTestFinished(() => ours.close())
    return { ours, other }
  }

  test('a write says that the storage is unavailable, reads go on, and the next write works once it lets go', () => {
    const { ours, other } = both()
    const insert = ours.prepare('INSERT INTO item VALUES (?)')
    const count = ours.prepare('SELECT COUNT(*) AS rows FROM item')
    other.exec('BEGIN IMMEDIATE')
    expect(() => insert.run(1)).toThrow(StorageUnavailableError)
    expect(() => ours.transaction(() => insert.run(1))).toThrow(StorageUnavailableError)
    expect(count.get()).toEqual({ rows: 0 })
    other.exec('COMMIT')
    insert.run(1)
    expect(count.get()).toEqual({ rows: 1 })
  })

  test('it waits once and not again until a write has worked', () => {
    const { ours, other } = both()
    const insert = ours.prepare('INSERT INTO item VALUES (?)')
    const patience = () => ours.prepare('PRAGMA busy_timeout').get()?.timeout
    expect(patience()).toBe(20)
    other.exec('BEGIN IMMEDIATE')
    expect(() => insert.run(1)).toThrow()
    expect(patience()).toBe(0)
    other.exec('COMMIT')
    insert.run(1)
    expect(patience()).toBe(20)
  })
})
