import { randomBytes } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createSecretBox } from '../../alerts/webhooks/master-key.js'
import { aWebhook } from '../../alerts/webhooks/testing/a-webhook.js'
import { makeFolder } from '../../testing/make-folder.js'
import { NewerDataError } from '../newer-data-error.js'
import { backUp } from '../sqlite/copy-database.js'
import { openDatabase } from '../sqlite/database.js'
import { inspect } from '../sqlite/inspect.js'
import { databasePathOf, openSqliteStore } from '../sqlite/open-store.js'
import { lockDataDir } from '../sqlite/sqlite-store-location.js'
import { copiedTables } from '../tables.js'
import type { ReportRows } from './copy-data.js'
import {
  change,
  compare,
  copy,
  copyOf,
  fresh,
  makeWhole,
  opened,
  quiet,
  random,
  rowsIn,
  seed,
} from './testing/copying.js'

const folder = mkdtempSync(join(tmpdir(), 'p2p-copy-'))
let whole: string
beforeAll(async () => {
  whole = await makeWhole(join(folder, 'data'))
}, 60_000)
afterAll(() => rmSync(folder, { recursive: true }))

test('the copy has every table and every column of SQLite, in the order of its keys', () => {
  const inside = openDatabase(databasePathOf(whole), { readOnly: true })
  onTestFinished(() => inside.close())
  // SQLite works out checksums and due times by itself.
  const there = inside.prepare(
    `SELECT m.name AS name, group_concat(c.name) AS columns FROM sqlite_schema m, pragma_table_info(m.name) c
     WHERE m.type = 'table' AND c.name NOT IN ('sum', 'due_at') AND m.name <> 'hold' GROUP BY m.name ORDER BY m.name`,
  )
  const columnsOf = (text: string) => text.split(',').toSorted()
  expect(there.all().map(({ name, columns }) => [name, columnsOf(String(columns))])).toEqual(
    copiedTables
      // A day of a series has one number there.
      .map(({ name, data }) => [name, name === 'chunk' ? ['data', 'id'] : [...data.keys()].toSorted()] as const)
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  )
  for (const { name, key } of copiedTables) {
    const primary = inside.prepare(`SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk`).all(name)
    expect(primary.map((column) => column.name)).toEqual(name === 'chunk' ? ['id'] : key)
  }
  expect(copiedTables.flatMap(({ name, order }) => (order?.sqlite === 'rowid' ? [name] : []))).toEqual(['delivery'])
})

describe('from a folder to another', () => {
  test('everything is the same afterwards, and sound', async () => {
    const to = fresh()
    const proofs = await copy(whole, to)
    expect(proofs.map(({ table }) => table)).toEqual(copiedTables.map(({ name }) => name))
    expect(proofs.filter(({ rows }) => rows === 0)).toEqual([])
    expect(await compare(whole, to)).toEqual(proofs)
    expect(inspect(databasePathOf(to)).faults).toEqual([])
  })

  test('a backup has the digests of its source, and nothing is copied into it', async () => {
    const file = join(makeFolder(), 'backup.db')
    const inside = openDatabase(databasePathOf(whole))
    backUp(inside, file)
    inside.close()
    expect(await compare(file, whole)).toHaveLength(copiedTables.length)
    expect(await copy(file, fresh())).toEqual(await compare(whole, file))
    await expect(copy(whole, file)).rejects.toThrow(`${file} is a file.`)
  })

  test('a folder with anything in it is refused and stays as it was', async () => {
    const to = fresh()
    const store = openSqliteStore(to)
    await store.uptime.load([{ startMs: 0, sources: [] }])
    await store.setMeta('prices', 'simulated')
    await store.close()
    await expect(copy(whole, to)).rejects.toThrow(`${to} is not empty: its table uptime has rows. Nothing was copied.`)
    const after = opened(openSqliteStore(to))
    expect(await after.getMeta('prices')).toBe('simulated')
    expect(rowsIn(to)).toBe(1)
  })

  test('a folder with files of another user is refused and stays unchanged; a key may be there before the data', async () => {
    const to = makeFolder()
    writeFileSync(join(to, 'notes.txt'), 'mine')
    await expect(copy(whole, to)).rejects.toThrow(`${to} is not empty: notes.txt is no file of a server.`)
    expect(readdirSync(to)).toEqual(['notes.txt'])
    renameSync(join(to, 'notes.txt'), join(to, 'master.key'))
    await copy(whole, to)
    expect(readFileSync(join(to, 'master.key'), 'utf8')).toBe('mine')
  })

  test('notes of a server that was only started give way', async () => {
    const to = fresh()
    const store = openSqliteStore(to)
    await store.setMeta('prices', 'simulated')
    await store.setMeta('other', 'x')
    await store.close()
    await copy(whole, to)
    const after = opened(openSqliteStore(to))
    expect([await after.getMeta('prices'), await after.getMeta('other')]).toEqual(['real', null])
  })

  test('a row that is not as it was written is named, and nothing is copied', async () => {
    const [from, to] = [copyOf(whole), fresh()]
    change(from, `DROP TRIGGER account_changed; UPDATE account SET plan = 'Business' WHERE id = 'acc_7'`)
    await expect(copy(from, to)).rejects.toThrow('account acc_7 is not as it was written')
    expect(existsSync(to)).toBe(false)
  })

  test('a text that drivers and engines cut off at different places is named, and nothing is copied', async () => {
    const from = copyOf(whole)
    change(from, `UPDATE account SET name = CAST(x'610062' AS TEXT) WHERE id = 'acc_8'`)
    await expect(copy(from, fresh())).rejects.toThrow('account acc_8 has a text with a zero byte')
  })

  test('while a server runs on either, both stay as they are', async () => {
    const to = fresh()
    for (const inUse of [copyOf(whole), to]) {
      const lock = lockDataDir(inUse)
      await expect(inUse === to ? copy(whole, to) : copy(inUse, to)).rejects.toThrow(`${inUse} is in use: by a server`)
      lock?.release()
    }
    expect(existsSync(databasePathOf(to))).toBe(false)
    const during: unknown[] = []
    await copy(whole, to, () => {
      if (during.length === 0) during.push(lockDataDir(whole), lockDataDir(to))
    })
    expect(during).toEqual([null, null])
    for (const folder of [whole, to]) {
      const after = lockDataDir(folder)
      expect(after).not.toBeNull()
      after?.release()
    }
  })

  test('data of another release are refused on either side', async () => {
    const older = copyOf(whole)
    change(older, 'PRAGMA user_version = 1')
    await expect(copy(older, fresh())).rejects.toThrow(/is of version 1, .* p2p-server migrate/)
    change(older, 'PRAGMA user_version = 99')
    await expect(copy(older, fresh())).rejects.toThrow(NewerDataError)
    await expect(copy(fresh(), fresh())).rejects.toThrow('There are no data at')
    const empty = makeFolder()
    await expect(copy(empty, fresh())).rejects.toThrow('There are no data at')
    expect(readdirSync(empty)).toEqual([])
  })

  test('wherever it ends before its end, also by a kill, the folder is left empty', async () => {
    for (const share of [0, random.next() / 2, 0.5 + random.next() / 2, 1]) {
      const [to, killed] = [fresh(), makeFolder()]
      const ends: ReportRows = ({ done, all }) => {
        if (done / all < share) return
        // Files that a kill at this moment would leave.
        for (const name of readdirSync(to)) copyFileSync(join(to, name), join(killed, name))
        throw new Error('ended here')
      }
      await expect(copy(whole, to, ends), `seed ${seed}`).rejects.toThrow('ended here')
      expect([rowsIn(to), rowsIn(killed)], `seed ${seed}`).toEqual([0, 0])
      await copy(whole, to)
    }
  }, 30_000)

  test('progress goes to the end, and never back', async () => {
    const seen: number[] = []
    const alls = new Set<number>()
    await copy(whole, fresh(), ({ done, all }) => {
      seen.push(done)
      alls.add(all)
    })
    expect(seen).toEqual(seen.toSorted((one, other) => one - other))
    expect([...alls]).toEqual([seen.at(-1)])
  })
})

describe('the master key', () => {
  test('that opens nothing here copies nothing, and neither does none', async () => {
    const to = fresh()
    await expect(copy(whole, to, quiet, createSecretBox(randomBytes(32)))).rejects.toThrow('another master key')
    await expect(copy(whole, to, quiet, null)).rejects.toThrow('there is none at hand')
    expect(existsSync(to)).toBe(false)
  })

  test('has to open every secret, but for previous ones whose time is over', async () => {
    const from = copyOf(whole)
    const store = openSqliteStore(from)
    const [webhook = aWebhook()] = await store.webhooks.list('acc_5')
    const lost = createSecretBox(randomBytes(32)).seal('lost', webhook.id)
    await store.webhooks.save([{ ...webhook, previousSecret: { sealed: lost, untilMs: 0 } }], [])
    await store.close()
    await copy(from, fresh())
    for (const facts of [{ sealedSecret: lost }, { previousSecret: { sealed: lost, untilMs: 1 } }]) {
      const again = openSqliteStore(from)
      await again.webhooks.save([{ ...webhook, ...facts }], [])
      await again.close()
      await expect(copy(from, fresh())).rejects.toThrow(/does not open the secrets of 1 webhooks .*: wh_5\./)
    }
  })
})
