import { copyFileSync, existsSync, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { slotMs } from '@p2p-rates/core/internal'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { KeyDigest } from '../../accounts/account-and-key-store.js'
import { makeFolder } from '../../testing/make-folder.js'
import { NewerDataError } from '../newer-data-error.js'
import { type Database, openDatabase } from './database.js'
import { inspect } from './inspect.js'
import { copyBeforeMigration, migrate, schemaVersion, versionOf } from './migrate.js'
import { databasePathOf, openSqliteStore } from './open-store.js'
import { migrations } from './schema.js'

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
  database.prepare(`INSERT INTO account (id, name, plan, created_at) VALUES ('acc_1', 'Ann', 'Pro', 7)`).run()
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
  expect(openAt(copyPath).prepare('SELECT id, name, plan, created_at FROM account').all()).toEqual([
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
      expect(versionOf(database)).toBe(next.length)
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

describe('data of the first release', () => {
  const start = Date.UTC(2026, 10, 20)
  const slot = start / slotMs

  const firstRelease = (path: string): void => {
    const database = openDatabase(path)
    database.exec(migrations[0] ?? '')
    database.exec('PRAGMA user_version = 1')
    database.exec(`
      INSERT INTO account VALUES ('acc_1', 'Ann', 'Pro', 7);
      INSERT INTO api_key VALUES ('key_1', 'acc_1', 'digest', 'p2p_', NULL, 1, NULL);
      INSERT INTO usage_month VALUES ('acc_1', 24322, 5);
      INSERT INTO usage_day VALUES ('acc_1', '2026-11-20', 'key_1', 'rates', 9, 5);
      INSERT INTO series VALUES (1, 'UAH', 'best'), (2, 'UAH', 'okx');
      INSERT INTO meta VALUES ('prices', 'real')
    `)
    const day = new DataView(new ArrayBuffer(8 + 288 * 12))
    day.setUint8(0, 1)
    day.setInt32(8 + 4 * 3, 410_000, true)
    const row = new DataView(new ArrayBuffer(4 + 3 * 12))
    row.setUint8(0, 1)
    row.setInt32(4 + 12, 420_000, true)
    row.setInt32(4 + 24 + 4, 430_000, true)
    database.prepare('INSERT INTO chunk VALUES (?, ?)').run(2 ** 20 + slot / 288, new Uint8Array(day.buffer))
    database.prepare('INSERT INTO snap VALUES (?, ?)').run(slot + 288, new Uint8Array(row.buffer))
    database.close()
  }

  test('are read as they were, and every record gets its checksum', async () => {
    const dataDir = makeFolder()
    firstRelease(databasePathOf(dataDir))
    const store = openSqliteStore(dataDir)
    onTestFinished(() => store.close())
    const at = async (exchange: string, fromSlot: number) => {
      const { buy, sell } = await store.history.readSeries(
        { fiat: 'UAH', exchange },
        fromSlot * slotMs,
        (fromSlot + 1) * slotMs,
      )
      return [buy[0], sell[0]]
    }
    expect(await at('best', slot + 3)).toEqual([410_000, 0])
    expect(await at('best', slot + 288)).toEqual([420_000, 0])
    expect(await at('okx', slot + 288)).toEqual([0, 430_000])
    expect(await store.keys.find('digest' as KeyDigest)).toMatchObject({
      account: { name: 'Ann' },
      key: { id: 'key_1' },
    })
    expect(await store.usage.countedByMonth('acc_1')).toEqual([[24322, 5]])
    expect(await store.usage.perDay('acc_1', '2026-11-20', '2026-11-20')).toEqual([
      { keyId: 'key_1', day: '2026-11-20', endpoint: 'rates', requests: 9, counted: 5, errors: 0, limited: 0 },
    ])
    expect(inspect(databasePathOf(dataDir))).toMatchObject({ version: schemaVersion, faults: [] })
  })

  test('can be verified before they are brought to the present shape', () => {
    const dataDir = makeFolder()
    firstRelease(databasePathOf(dataDir))
    expect(inspect(databasePathOf(dataDir))).toMatchObject({ version: 1, faults: [] })
  })

  test('that were damaged already are found, not sealed as sound', async () => {
    const dataDir = makeFolder()
    firstRelease(databasePathOf(dataDir))
    const database = openDatabase(databasePathOf(dataDir))
    database.exec(`UPDATE chunk SET data = x'07'`)
    database.close()
    const damage: string[] = []
    const store = openSqliteStore(dataDir, { onDamage: (what) => damage.push(what) })
    onTestFinished(() => store.close())
    await store.history.readSeries({ fiat: 'UAH', exchange: 'best' }, start, start + slotMs)
    expect(damage).toEqual(['day 2026-11-20 of history (series 1)'])
    expect(inspect(databasePathOf(dataDir)).faults.join()).toContain('day of history')
  })
})

describe('usage of a release that did not count errors', () => {
  const before = migrations.findIndex((step) => step.includes('ADD COLUMN limited'))

  const writeUsage = (path: string): void => {
    const database = openDatabase(path)
    migrate(database, migrations.slice(0, before))
    database.exec(`INSERT INTO usage_day (account_id, day, key_id, endpoint, requests, counted)
      VALUES ('acc_1', '2026-11-20', 'key_1', 'rates', 9, 5), ('acc_1', '2026-11-21', 'key_1', 'rates', 1, 1)`)
    database.close()
  }
  const open = (dataDir: string, damage: string[]) => {
    const store = openSqliteStore(dataDir, { onDamage: (what) => damage.push(what) })
    onTestFinished(() => store.close())
    return store.usage
  }

  test('is verified as it is, read as it was, counted on, and verified again', async () => {
    const dataDir = makeFolder()
    writeUsage(databasePathOf(dataDir))
    expect(inspect(databasePathOf(dataDir))).toMatchObject({ version: before, faults: [] })
    const damage: string[] = []
    const usage = open(dataDir, damage)
    const place = { accountId: 'acc_1', keyId: 'key_1', day: '2026-11-21', endpoint: 'rates' }
    expect(await usage.lastUses('acc_1')).toEqual(new Map([['key_1', Date.UTC(2026, 10, 21)]]))
    const lastAtMs = Date.UTC(2026, 10, 21, 9, 30)
    await usage.add([{ ...place, requests: 3, counted: 1, errors: 2, limited: 4, lastAtMs }])
    expect(await usage.lastUses('acc_1')).toEqual(new Map([['key_1', lastAtMs]]))
    expect(await usage.perDay('acc_1', '2026-11-20', '2026-11-21')).toMatchObject([
      { day: '2026-11-20', requests: 9, counted: 5, errors: 0, limited: 0 },
      { day: '2026-11-21', requests: 4, counted: 2, errors: 2, limited: 4 },
    ])
    expect(damage).toEqual([])
    expect(inspect(databasePathOf(dataDir))).toMatchObject({ version: schemaVersion, faults: [] })
  })

  test('that was damaged already is found, not sealed as sound', async () => {
    const dataDir = makeFolder()
    const path = databasePathOf(dataDir)
    writeUsage(path)
    const database = openDatabase(path)
    database.exec(`DROP TRIGGER usage_day_changed; UPDATE usage_day SET requests = 8 WHERE day = '2026-11-20';
      CREATE TRIGGER usage_day_changed AFTER UPDATE OF requests ON usage_day BEGIN SELECT 1; END`)
    database.close()
    const damage: string[] = []
    expect(await open(dataDir, damage).perDay('acc_1', '2026-11-20', '2026-11-21')).toMatchObject([
      { day: '2026-11-21' },
    ])
    expect(damage).toEqual(['usage_day acc_1 2026-11-20 key_1 rates'])
    expect(inspect(path).faults).toEqual([expect.stringContaining('usage_day acc_1 2026-11-20')])
  })
})

test('data of a newer release differ from damaged ones in their message', () => {
  const path = join(makeFolder(), 'newer.db')
  migrate(withAccount(path), next)
  expect(() => inspect(path)).toThrow(NewerDataError)
})

test('deliveries that waited before there were due times keep their moment', () => {
  const database = openAt(join(makeFolder(), 'waiting.db'))
  const before = migrations.findIndex((step) => step.includes('due_at'))
  migrate(database, migrations.slice(0, before))
  const webhook = database.prepare(
    `INSERT INTO webhook (id, account_id, enabled, created_at, record, secret) VALUES (?, 'acc_1', 1, 1, '{}', x'00')`,
  )
  const delivery = database.prepare(
    `INSERT INTO delivery (id, webhook_id, state, created_at, record) VALUES (?, ?, ?, 1, ?)`,
  )
  for (const id of ['wh_retry', 'wh_damaged', 'wh_idle']) webhook.run(id)
  delivery.run('dl_1', 'wh_retry', 'pending', '{"nextAttemptAtMs":5000,"once":false}')
  delivery.run('dl_2', 'wh_retry', 'pending', '{"nextAttemptAtMs":7000,"once":false}')
  delivery.run('dl_3', 'wh_damaged', 'pending', '{"nextAt')
  delivery.run('dl_4', 'wh_idle', 'delivered', '{"nextAttemptAtMs":null,"once":false}')
  delivery.run('dl_5', 'wh_idle', 'pending', '{"nextAttemptAtMs":9000,"once":true}')
  migrate(database)
  expect(database.prepare('SELECT id, due_at FROM webhook ORDER BY id').all()).toEqual([
    { id: 'wh_damaged', due_at: 0 },
    { id: 'wh_idle', due_at: null },
    { id: 'wh_retry', due_at: 7000 },
  ])
})
