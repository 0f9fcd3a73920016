import { closeSync, copyFileSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { createRandom, firstFixingState, slotMs } from '@p2p-rates/core/internal'
import { checkEach } from '@p2p-rates/core/testing'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { KeyDigest } from '../../accounts/account-and-key-store.js'
import type { PasswordDigest } from '../../accounts/login-stores.js'
import { aSession } from '../../accounts/testing/a-session.js'
import type { LinkDigest, RecoveryDigest } from '../../accounts/tokens.js'
import { anInbox } from '../../alerts/channels/testing/an-inbox.js'
import { aDelivery, aWebhook } from '../../alerts/webhooks/testing/a-webhook.js'
import { StorageUnavailableError } from '../../base/errors/storage-errors.js'
import { nextFixingEntry } from '../../history/daily-index/fixing-chain.js'
import { aStatusSample } from '../../history/source-status/testing/a-status-sample.js'
import { aTrackDay } from '../../history/track-record/testing/a-track-day.js'
import { aReporter } from '../../ingest/agents/testing/a-reporter.js'
import { aBoard } from '../../market/price-pages/testing/a-board.js'
import { aLastKnownPrice, aRule } from '../../market/price-rules/testing/a-rule.js'
import { makeFolder } from '../../testing/make-folder.js'
import { NewerDataError } from '../newer-data-error.js'
import { type TableName, tables } from '../tables.js'
import { rowTables } from './checksums.js'
import { openDatabase } from './database.js'
import { inspect } from './inspect.js'
import { databasePathOf, openSqliteStore, type SqliteStore } from './open-store.js'

const seed = Number(process.env.SEED)
const { below } = createRandom(seed)

const start = Date.UTC(2026, 10, 20)
const digest = 'd'.repeat(64) as KeyDigest
const entry = (exchange: string, buy: number) => ({ fiat: 'UAH', exchange, buy, sell: buy, buyAds: 1, sellAds: 1 })

const fill = async (store: SqliteStore): Promise<void> => {
  await store.keys.saveAccount({ id: 'acc_1', name: 'Ann', plan: 'Pro', createdAtMs: 1 })
  await store.keys.saveKey(
    {
      id: 'key_1',
      accountId: 'acc_1',
      digest,
      prefix: 'p2p_',
      label: null,
      createdAtMs: 1,
      revokedAtMs: null,
    },
    5,
  )
  const account = { id: 'acc_2', name: 'Ben', plan: 'Free', createdAtMs: 1 } as const
  const password = 'p' as PasswordDigest
  await store.logins.create(account, { accountId: 'acc_2', email: 'ben@example.com', password, isAdmin: false })
  expect(await store.sessions.createSession(aSession('s'.repeat(64), { accountId: 'acc_2' }), password)).toEqual([])
  await store.recentLogIns.add({ accountId: 'acc_2', atMs: 1, network: '192.0.2.7', succeeded: true })
  const link = { digest: 'l'.repeat(64) as LinkDigest, purpose: 'reset', accountId: 'acc_2', endsAtMs: 9 } as const
  expect(await store.links.save(link)).toBe(true)
  const factor = { sealedSecret: Uint8Array.of(1), usedStep: 3, recovery: ['r' as RecoveryDigest], createdAtMs: 1 }
  expect(await store.secondFactors.turnOn({ ...factor, accountId: 'acc_2' })).toBe(true)
  const invite = { id: 'inv_1', digest: 'i'.repeat(64) as LinkDigest, plan: 'Pro', note: 'Eve' } as const
  await store.invites.save({ ...invite, createdAtMs: 1, endsAtMs: 9, usedAtMs: 5 })
  await store.usage.add([
    {
      accountId: 'acc_1',
      keyId: 'key_1',
      day: '2026-11-20',
      endpoint: 'rates',
      requests: 9,
      counted: 7,
      errors: 2,
      limited: 1,
      lastAtMs: start,
    },
  ])
  await store.webhooks.create(aWebhook({ accountId: 'acc_1' }), 20)
  await store.webhooks.save([], [aDelivery()])
  await store.webhooks.claim('wh_one', 60_000)
  await store.webhooks.saveLastValues('UAH', new Map([['wh_one', 41]]))
  await store.idempotency.reserveKey(
    { accountId: 'acc_1', key: 'k', fingerprint: 'f', operationId: 'o', createdAtMs: 1, answer: null },
    { keptMs: 1, leaseMs: 1 },
  )
  await store.sources.saveBackOff({ exchange: 'okx', kind: 'timeout', faultsInARow: 2, notBeforeMs: 5 })
  const market = { exchange: 'okx', fiat: 'UAH', side: 'BUY', observedAtMs: 5 } as const
  await store.sources.saveBoards(
    [{ ...market, ads: [] }],
    [{ ...market, centre: null, previous: null, offers: [], paying: [] }],
  )
  await store.sources.nextPublications(new Map([['UAH', 7]]))
  await store.inboxes.create(anInbox({ code: { digest: 'abc', endsAtMs: 5 } }), 5)
  await store.rules.create(aRule(), 5)
  await store.rules.saveLastKnownPrices([aLastKnownPrice()])
  await store.boards.create(aBoard(), 5)
  await store.reporters.add(aReporter())
  await store.uptime.add({ startMs: start, glances: [aStatusSample()] })
  await store.hourly.saveHour('UAH', { judgedAtMs: start, compressed: Uint8Array.of(1, 2, 3) })
  await store.track.saveTrackDays([aTrackDay()])
  const facts = { day: '2026-11-20', value: 41, confidence: 'high', sources: 5, slots: 12, madeAtMs: start } as const
  const fixingSlot = { at: '2026-11-20T11:30:00.000Z', confidence: 'high', sources: [] } as const
  const inputs = { ...firstFixingState(false), slots: [fixingSlot] }
  await store.fixings.appendFixings([nextFixingEntry(null, 'UAH', { ...facts, correction: null }, inputs)], null)
  await store.fixings.saveSlots('UAH', [fixingSlot])
  const official = { fiat: 'UAH', day: '2026-11-20', rate: 40, source: 'A bank', bank: 'nbu', readAtMs: start }
  await store.officials.write([official])
  await store.setMetaIfAbsent('prices', 'real')
  for (let slot = 0; slot < 288 * 2 + 5; slot += 29)
    await store.history.append(start + slot * slotMs, [entry('best', 41 + slot / 100), entry('okx', 42)])
}

const open = (dataDir: string, damage: string[] = []): SqliteStore => {
  const store = openSqliteStore(dataDir, { onDamage: (what) => damage.push(what) })
  onTestFinished(() => store.close())
  return store
}

const filled = async (): Promise<string> => {
  const dataDir = join(makeFolder(), 'data')
  const store = openSqliteStore(dataDir)
  await fill(store)
  store.close()
  return dataDir
}

const flipBit = (path: string, at: number, bit: number): void => {
  const byte = readFileSync(path)[at] ?? 0
  const file = openSync(path, 'r+')
  writeSync(file, Buffer.from([byte ^ (1 << bit)]), 0, 1, at)
  closeSync(file)
}

const contentsOf = (path: string): string | null => {
  try {
    const database = openDatabase(path, { readOnly: true })
    try {
      const names = Object.keys(tables)
      return JSON.stringify(
        names.map((table) =>
          database
            .prepare(`SELECT * FROM ${table} ORDER BY 1`)
            .all()
            .map((row) =>
              Object.values(row).map((value) =>
                value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value,
              ),
            ),
        ),
      )
    } finally {
      database.close()
    }
  } catch {
    return null
  }
}

/**
 * Returns true if a check finds damage or a newer version. Live data have no separate checksum file to tell them apart.
 */
function isFound(path: string): boolean {
  try {
    return inspect(path).faults.length > 0
  } catch (error) {
    return error instanceof NewerDataError
  }
}

test('whatever bit of the live data is flipped, verify finds it, or nothing that can be read has changed', async () => {
  const path = databasePathOf(await filled())
  const sound = contentsOf(path)
  const { length } = readFileSync(path)
  expect(sound).not.toBeNull()
  expect(inspect(path).faults).toEqual([])
  let found = 0
  for (let round = 0; round < 80; round++) {
    const spoiled = `${path}.spoiled`
    copyFileSync(path, spoiled)
    const [at, bit] = [below(length), below(8)]
    flipBit(spoiled, at, bit)
    if (isFound(spoiled)) found += 1
    else expect(contentsOf(spoiled), `bit ${bit} of byte ${at}`).toBe(sound)
  }
  // Chance decides how many of the flipped bits belong to data that are read.
  expect(found).toBeGreaterThan(5)
}, 60_000)

test('a changed letter in the definition of any table, index or trigger is found', async () => {
  const database = openDatabase(databasePathOf(await filled()))
  // Without free pages, where former definitions lie.
  const path = join(makeFolder(), 'tidy.db')
  database.prepare('VACUUM INTO ?').run(path)
  const bytes = readFileSync(path)
  const definitions = database.prepare('SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL').all()
  database.close()
  expect(definitions.length).toBeGreaterThan(80)
  for (const { name, sql } of definitions) {
    const spoiled = `${path}.spoiled`
    // A long definition lies in several pieces; its beginning is in one.
    const text = Buffer.from(String(sql)).subarray(0, 60)
    const [letter, bit] = [below(text.length), below(8)]
    copyFileSync(path, spoiled)
    // Pages that were split keep former copies. The one that counts is among them.
    for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at + 1)) flipBit(spoiled, at + letter, bit)
    expect(isFound(spoiled), String(name)).toBe(true)
  }
})

test('a changed column of any table is found', async () => {
  const path = databasePathOf(await filled())
  await checkEach(rowTables, (table) => {
    for (const column of tables[table].data.keys()) {
      const spoiled = `${path}.${table}.${column}`
      copyFileSync(path, spoiled)
      const database = openDatabase(spoiled)
      database.exec(`PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF; DROP TRIGGER ${table}_changed`)
      const isNumber = typeof database.prepare(`SELECT ${column} AS value FROM ${table}`).get()?.value === 'number'
      const other = isNumber ? `${column} + 100` : `CAST(COALESCE(${column}, '') || 'x' AS ${typeOf(table, column)})`
      database.exec(`UPDATE ${table} SET ${column} = ${other}`)
      database.close()
      expect(inspect(spoiled).faults.join(), column).toMatch(new RegExp(`${table} .*is not as it was written`))
    }
  })
})

const typeOf = (table: TableName, column: string): string => {
  if (['secret', 'previous_secret', 'ads', 'memory', 'sources', 'market'].includes(column)) return 'BLOB'
  const whole = ['deleted_at', 'revoked_at', 'status'].includes(column) && table !== 'meta'
  return whole ? 'INTEGER' : 'TEXT'
}

/** As rot would, behind the triggers' back. */
const spoil = (dataDir: string, sql: string): void => {
  const database = openDatabase(databasePathOf(dataDir))
  for (const table of rowTables) database.exec(`DROP TRIGGER ${table}_changed`)
  database.exec(sql)
  database.close()
}

describe('a server that reads', () => {
  test('a damaged day is left out and reported once, and all other days are served', async () => {
    const dataDir = await filled()
    spoil(
      dataDir,
      `UPDATE chunk SET data = CAST(data || x'' AS BLOB); UPDATE chunk SET data = zeroblob(length(data)) WHERE id = 1048576 + ${start / 86_400_000}`,
    )
    const damage: string[] = []
    const store = open(dataDir, damage)
    const read = () => store.history.readSeries({ fiat: 'UAH', exchange: 'best' }, start, start + 3 * 288 * slotMs)
    const { buy } = await read()
    await read()
    expect(buy[0]).toBe(0)
    expect([...buy.slice(288)].some((price) => price > 0)).toBe(true)
    expect((await store.history.readSeries({ fiat: 'UAH', exchange: 'okx' }, start, start + slotMs)).buy[0]).toBe(
      420_000,
    )
    expect(damage).toEqual(['day 2026-11-20 of history (series 1)'])
  })

  test('a damaged slot leaves out its damaged series, and keeps the rest', async () => {
    const dataDir = await filled()
    const slot = Number(
      openDatabase(databasePathOf(dataDir), { readOnly: true }).prepare('SELECT max(slot) AS slot FROM snap').get()
        ?.slot,
    )
    spoil(
      dataDir,
      `UPDATE snap SET data = CAST(substr(data, 1, 20) || x'ff' || substr(data, 22) AS BLOB) WHERE slot = ${slot}`,
    )
    const damage: string[] = []
    const store = open(dataDir, damage)
    const at = async (exchange: string) =>
      (await store.history.readSeries({ fiat: 'UAH', exchange }, slot * slotMs, (slot + 1) * slotMs)).buy[0]
    expect([await at('best'), await at('okx')]).toEqual([0, 420_000])
    expect(damage).toHaveLength(1)
  })

  test('a damaged key lets no caller in, and a damaged account changes no plan', async () => {
    for (const sql of [`UPDATE api_key SET revoked_at = NULL, label = 'x'`, `UPDATE account SET plan = 'Business'`]) {
      const dataDir = await filled()
      spoil(dataDir, sql)
      const damage: string[] = []
      await expect(open(dataDir, damage).keys.find(digest)).rejects.toThrow(StorageUnavailableError)
      expect(damage).toEqual(['api_key key_1'])
    }
  })

  test('a damaged key or account is not read by its id either', async () => {
    const dataDir = await filled()
    spoil(dataDir, `UPDATE api_key SET label = 'x'; UPDATE account SET plan = 'Business'`)
    const { keys } = open(dataDir, [])
    await expect(keys.findKey('key_1')).rejects.toThrow(StorageUnavailableError)
    await expect(keys.findAccount('acc_1')).rejects.toThrow(StorageUnavailableError)
  })

  test('damaged webhooks, deliveries, boards, back-offs and checks are left out and logged', async () => {
    const dataDir = await filled()
    spoil(
      dataDir,
      `UPDATE webhook SET enabled = 1 - enabled; UPDATE delivery SET state = 'pending', created_at = 9;
       UPDATE latest_board SET observed_at = 6; UPDATE back_off SET faults = 9; UPDATE usage_month SET counted = 0;
       UPDATE uptime SET sources = x'00'; UPDATE hourly_market SET market = x'00'`,
    )
    const damage: string[] = []
    const store = open(dataDir, damage)
    expect([
      await store.webhooks.list('acc_1'),
      await store.webhooks.pending(),
      await store.sources.boardsSince(0),
      await store.sources.backOffs(),
      await store.usage.countedByMonth('acc_1'),
      await store.uptime.readQuarters(0, Number.MAX_SAFE_INTEGER),
      await store.hourly.readHours('UAH', 0, Number.MAX_SAFE_INTEGER),
    ]).toEqual([[], [], [], [], [], [], []])
    expect(damage).toHaveLength(7)
  })
})
