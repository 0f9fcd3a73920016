import { createRandom } from '@p2p-rates/core/internal'
import { expect, test } from 'vitest'
import { createSecretBox } from '../alerts/webhooks/master-key.js'
import { aLastKnownPrice } from '../market/price-rules/testing/a-rule.js'
import type { SqlRow } from './codecs/sql-values.js'
import type { Store } from './store.js'
import { keptTables, ownedTables } from './tables.js'
import { fillStore } from './transfer/testing/fill-store.js'

export type OpenTables = {
  readonly store: Store
  readonly query: (sql: string) => Promise<readonly SqlRow[]>
  readonly tablesWith: (column: string) => Promise<readonly string[]>
  readonly tablesMentioning: (text: string) => Promise<readonly string[]>
}

const accountId = 'acc_5'
const endWithLogin = ['session', 'link', 'recent_log_in', 'second_factor']

export async function withFullAccount({ store, query, tablesWith, tablesMentioning }: OpenTables) {
  await fillStore(store, createSecretBox(Buffer.alloc(32)), createRandom(Number(process.env.SEED)))
  await store.rules.saveLastKnownPrices([aLastKnownPrice({ ruleId: 'ru_5', version: 5 })])
  const tables = await tablesWith('account_id')
  const isThere = async (sql: string) => (await query(sql)).length > 0
  const rest = async () => {
    const filled: string[] = []
    for (const table of tables)
      if (await isThere(`SELECT 1 FROM ${table} WHERE account_id = '${accountId}'`)) filled.push(table)
    return {
      tables: filled.sort(),
      mentions: [...(await tablesMentioning(accountId))].sort(),
      deliveries: await isThere(`SELECT 1 FROM delivery WHERE webhook_id = 'wh_5'`),
      price: await isThere(`SELECT 1 FROM rule_price WHERE rule_id = 'ru_5'`),
      names: await query(`SELECT name FROM account WHERE id = '${accountId}' AND name <> ''`),
      labels: await query(`SELECT label FROM api_key WHERE account_id = '${accountId}' AND label IS NOT NULL`),
    }
  }
  return { accountId, tables, rest }
}

export const restOfDeleted = {
  tables: keptTables.filter((table) => table !== 'account').sort(),
  mentions: [...keptTables].sort(),
  deliveries: false,
  price: false,
  names: [],
  labels: [],
}

/** Contract for account deletion in every store. Rows of transient tables, such as events and leases, expire by age. */
export const deletedAccountContract = (open: () => Promise<OpenTables>, transient: readonly string[]) => {
  test('each table with an account’s id is listed: its rows end with the account, or stay for a reason', async () => {
    const { tables, rest } = await withFullAccount(await open())
    const listed = [...ownedTables, ...keptTables, ...endWithLogin].filter((table) => table !== 'account')
    expect([...tables].sort()).toEqual([...listed].sort())
    expect(await rest()).toMatchObject({ tables: [...tables].sort(), deliveries: true, price: true })
  })

  test('a deleted account leaves nothing but counts and digests of its keys, in one step', async () => {
    const opened = await open()
    const { rest } = await withFullAccount(opened)
    expect(await opened.store.keys.deleteAccount(accountId, 9)).toBe(true)
    const { mentions, ...others } = await rest()
    expect({ ...others, mentions: mentions.filter((table) => !transient.includes(table)) }).toEqual(restOfDeleted)
  })
}
