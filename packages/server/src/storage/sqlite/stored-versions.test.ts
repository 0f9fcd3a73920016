import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { slotMs } from '@p2p-rates/core'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { KeyDigest } from '../../accounts/account-and-key-store.js'
import { contentOf } from '../../history/history-stores.js'
import { makeFolder } from '../../testing/make-folder.js'
import { openDatabase } from './database.js'
import { inspect } from './inspect.js'
import { schemaVersion } from './migrate.js'
import { databasePathOf, openSqliteStore, type SqliteStore } from './open-store.js'

/**
 * One database of each version that a commit has written, as SQL text. The text never changes, because databases on
 * disk don't either. A new step in `schema.ts` needs a file of the version that it makes.
 */
const folder = fileURLToPath(new URL('./testing/stored-versions', import.meta.url))
const versions = readdirSync(folder)
  .sort()
  .map((file) => ({ file, version: Number(/\d+/.exec(file)?.[0]) }))

const atMs = Date.UTC(2026, 10, 20)
const dayMs = 86_400_000
const okx = { fiat: 'UAH', exchange: 'okx' }

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

const pricesIn = async ({ history }: SqliteStore): Promise<readonly number[]> => {
  const { buy } = await history.readSeries(okx, atMs - dayMs, atMs + dayMs)
  return [...buy].filter((price) => price !== 0).map((price) => price / 10_000)
}

/** Everything of one version that today's stores read. Tables of later versions are empty. */
async function expectAll(store: SqliteStore, version: number): Promise<void> {
  const accountId = 'acc_ann'
  expect((await store.keys.find('digest of a key' as KeyDigest))?.key).toMatchObject({ id: 'key_1', label: 'first' })
  expect((await store.webhooks.list(accountId)).map(({ id }) => id)).toEqual(['wh_1'])
  expect(await store.history.newestMs()).toBeGreaterThanOrEqual(atMs + slotMs)
  expect(await store.history.oldestDayMs(okx)).toBe(atMs - dayMs)
  expect(await store.getMeta('prices')).toBe('real')
  expect(await store.uptime.newestMs()).toBe(version >= 9 ? atMs : null)
  const fixings = await store.fixings.readFixings('UAH', '2026-11-19', '2026-11-19')
  expect(fixings.map((entry) => contentOf(entry).value)).toEqual(version >= 11 ? [41.5] : [])
  expect((await store.inboxes.list(accountId)).map(({ id }) => id)).toEqual(version >= 13 ? ['in_1'] : [])
  expect((await store.rules.list(accountId)).map(({ id }) => id)).toEqual(version >= 14 ? ['ru_1'] : [])
  expect((await store.boards.list(accountId)).map(({ id }) => id)).toEqual(version >= 16 ? ['bo_1'] : [])
}

test('there is a database of every version', () => {
  expect(versions.map(({ version }) => version)).toEqual(Array.from({ length: schemaVersion }, (_, at) => at + 1))
})

describe.each(versions)('a database of version $version', ({ file, version }) => {
  test('is opened, carried on and opened again without loss', async () => {
    const dataDir = makeFolder()
    const path = databasePathOf(dataDir)
    writeFile(path, file)
    expect(inspect(path)).toMatchObject({ version, faults: [] })

    const store = open(dataDir)
    await expectAll(store, version)
    expect(await pricesIn(store)).toEqual([41.1, 41.2, 41.3])
    const entry = { ...okx, buy: 41.4, sell: 41, buyAds: 1, sellAds: 1 }
    expect(await store.history.append(atMs + 2 * slotMs, [entry])).toEqual([entry])
    await store.setMeta('carried', 'on')
    await store.close()

    const again = open(dataDir)
    await expectAll(again, version)
    expect(await pricesIn(again)).toEqual([41.1, 41.2, 41.3, 41.4])
    expect(await again.getMeta('carried')).toBe('on')
    await again.close()
    expect(inspect(path)).toMatchObject({ version: schemaVersion, faults: [] })
  })
})
