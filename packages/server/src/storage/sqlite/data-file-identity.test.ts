import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { DataReplacedError } from '../../base/errors/storage-errors.js'
import { makeFolder } from '../../testing/make-folder.js'
import { backUp } from './copy-database.js'
import { openDatabase } from './database.js'
import { inspect } from './inspect.js'
import { databasePathOf, openSqliteStore } from './open-store.js'

const save = (store: ReturnType<typeof openSqliteStore>, id: string) =>
  store.keys.saveAccount({ id, name: id, plan: 'Pro', createdAtMs: 1 })

const scene = async () => {
  const root = makeFolder()
  const dataDir = join(root, 'data')
  const store = openSqliteStore(dataDir)
  const backup = join(root, 'backup.db')
  backUp(store.database, backup)
  await save(store, 'acc_acknowledged')
  let closed = false
  const close = () => {
    if (!closed) store.close()
    closed = true
  }
  onTestFinished(close)
  return { dataDir, path: databasePathOf(dataDir), backup, store, close }
}
type Scene = Awaited<ReturnType<typeof scene>>

const ways: Readonly<Record<string, (scene: Scene) => void>> = {
  'the folder is removed': ({ dataDir }) => rmSync(dataDir, { recursive: true }),
  'the folder is moved away': ({ dataDir }) => renameSync(dataDir, `${dataDir}.old`),
  'another folder is put in its place': ({ dataDir }) => {
    renameSync(dataDir, `${dataDir}.old`)
    mkdirSync(dataDir)
    openSqliteStore(dataDir).close()
  },
  'the file is removed': ({ path }) => rmSync(path),
  'a backup is moved over it': ({ path, backup }) => renameSync(backup, path),
  'a backup is copied over it': ({ path, backup }) => copyFileSync(backup, path),
  'the file loses its second half': ({ path }) => truncateSync(path, statSync(path).size / 2),
  'the file is emptied': ({ path }) => truncateSync(path),
  'the log beside it is removed': ({ path }) => rmSync(`${path}-wal`),
}

test.each(Object.entries(ways))('when %s, nothing more is acknowledged', async (_, replace) => {
  const there = await scene()
  expect(await there.store.dataHealth()).toBeNull()
  replace(there)
  await expect(save(there.store, 'acc_lost')).rejects.toThrow(DataReplacedError)
  expect(() => there.store.database.transaction(() => {})).toThrow(DataReplacedError)
  await expect(there.store.probe()).rejects.toThrow(DataReplacedError)
  expect(await there.store.dataHealth()).toBeInstanceOf(DataReplacedError)
})

test.each(['a backup is moved over it', 'a backup is copied over it'])(
  'when %s, it is what the next server finds, to the byte and without anything of ours',
  async (name) => {
    const there = await scene()
    const bytes = readFileSync(there.backup)
    ways[name]?.(there)
    expect(await there.store.dataHealth()).toBeInstanceOf(DataReplacedError)
    there.close()
    expect(readFileSync(there.path)).toEqual(bytes)
    expect(existsSync(`${there.path}-wal`)).toBe(false)
    expect(inspect(there.path).faults).toEqual([])
  },
)

test('data that were moved away stay whole, with everything that was acknowledged', async () => {
  const { dataDir, store, close } = await scene()
  renameSync(dataDir, `${dataDir}.old`)
  expect(await store.dataHealth()).toBeInstanceOf(DataReplacedError)
  close()
  const moved = openSqliteStore(`${dataDir}.old`)
  onTestFinished(() => moved.close())
  expect((await moved.keys.accounts()).map(({ id }) => id)).toEqual(['acc_acknowledged'])
})

test('writing, checkpoints and other readers change nothing about whose files they are', async () => {
  const { store, path } = await scene()
  for (let round = 0; round < 5; round++) {
    await save(store, `acc_${round}`)
    store.database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    const other = openDatabase(path)
    other.prepare(`INSERT INTO account (id, name, plan, created_at) VALUES (?, 'x', 'Pro', 1)`).run(`other_${round}`)
    other.close()
    expect(await store.dataHealth()).toBeNull()
  }
})
