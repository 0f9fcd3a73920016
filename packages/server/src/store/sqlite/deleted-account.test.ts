import { join } from 'node:path'
import { createRandom } from '@p2p-rates/chance'
import { expect, onTestFinished, test } from 'vitest'
import { aGoodValue } from '../../rules/testing/a-rule.js'
import { makeFolder } from '../../testing/make-folder.js'
import { createSeal } from '../../webhooks/seal.js'
import { fillStore } from '../copy/testing/fill-store.js'
import { keptTables, ownedTables } from '../rows/owned-by-account.js'
import { backUp } from './copies.js'
import { inspect, tableNames } from './inspect.js'
import { openSqliteStore } from './open-store.js'

/** An account with a row in each table that accounts have. */
const accountId = 'acc_5'
/** They end with the log-in of the account. */
const endWithLogin = ['session', 'link']

const open = async () => {
  const folder = makeFolder()
  const store = openSqliteStore(join(folder, 'data'))
  onTestFinished(() => store.close())
  await fillStore(store, createSeal(Buffer.alloc(32)), createRandom(Number(process.env.SEED)))
  await store.rules.keepGood([aGoodValue({ ruleId: 'ru_5', version: 5 })])
  const { database } = store
  const columnsOf = (table: string) =>
    database
      .prepare(`PRAGMA table_info("${table}")`)
      .all()
      .map(({ name }) => name)
  const tables = tableNames(database).filter((table) => columnsOf(table).includes('account_id'))
  const rowsOf = (table: string) =>
    Number(database.prepare(`SELECT count(*) AS rows FROM "${table}" WHERE account_id = ?`).get(accountId)?.rows)
  const rest = () => ({
    tables: tables.filter((table) => rowsOf(table) > 0).sort(),
    deliveries: database.prepare('SELECT 1 FROM delivery WHERE webhook_id = ?').all('wh_5').length > 0,
    price: database.prepare('SELECT 1 FROM rule_price WHERE rule_id = ?').get('ru_5') !== null,
    name: database.prepare('SELECT name FROM account WHERE id = ?').get(accountId)?.name,
    labels: database.prepare('SELECT label FROM api_key WHERE account_id = ? AND label IS NOT NULL').all(accountId)
      .length,
  })
  return { folder, store, tables, rest }
}

const ended = {
  tables: keptTables.filter((table) => table !== 'account').sort(),
  deliveries: false,
  price: false,
  name: '',
  labels: 0,
}

test('each table with an account’s id is listed: its rows end with the account, or stay for a reason', async () => {
  const { tables, rest } = await open()
  const listed = [...ownedTables, ...keptTables, ...endWithLogin].filter((table) => table !== 'account')
  expect([...tables].sort()).toEqual([...listed].sort())
  expect(rest()).toMatchObject({ tables: [...tables].sort(), deliveries: true, price: true })
})

test('a deleted account leaves nothing but counts and digests of its keys, in one step', async () => {
  const { store, rest } = await open()
  expect(await store.keys.deleteAccount(accountId, 9)).toBe(true)
  expect(rest()).toEqual(ended)
  expect(inspect(store.database.path).faults).toEqual([])
})

test('a backup brings nothing of a deleted account back', async () => {
  const { folder, store, rest } = await open()
  const file = join(folder, 'backup')
  backUp(store.database, file)
  await store.keys.deleteAccount(accountId, 9)
  await store.restore(file, { nowMs: 10 })
  expect(rest()).toEqual(ended)
})
