import type { RuleStore } from '../../market/price-rules/rule-store.js'
import { inWritingOrder, readLastKnownPrice, readRule, writeRule } from '../codecs/rules.js'
import type { SqlRow } from '../codecs/sql-values.js'
import type { PostgresDatabase } from './database.js'

export function createPostgresRuleStore(database: PostgresDatabase): RuleStore {
  const one = (row: SqlRow | null) => (row === null ? null : readRule(row))
  const many = async (sql: string, value: string) => (await database.all(sql, value)).map(readRule)

  return {
    create: (rule, atMost) =>
      database.transaction(async (within) => {
        await within.lockName(`rules of ${rule.accountId}`)
        const row = await within.get('SELECT count(*) AS rules FROM price_rule WHERE account_id = $1', rule.accountId)
        if (Number(row?.rules) >= atMost) return false
        await within.run(
          'INSERT INTO price_rule (id, account_id, fiat, created_at, record) VALUES ($1, $2, $3, $4, $5)',
          ...[rule.id, rule.accountId, rule.fiat, rule.createdAtMs, writeRule(rule)],
        )
        return true
      }),
    find: async (id) => one(await database.get('SELECT * FROM price_rule WHERE id = $1', id)),
    list: (accountId) => many('SELECT * FROM price_rule WHERE account_id = $1 ORDER BY created_at, id', accountId),
    ofFiat: (fiat) => many('SELECT * FROM price_rule WHERE fiat = $1 ORDER BY created_at, id', fiat),
    change: (id, decide) =>
      database.transaction(async (within) => {
        const now = one(await within.get('SELECT * FROM price_rule WHERE id = $1 FOR UPDATE', id))
        if (now === null) return null
        const next = decide(now)
        if (next !== now)
          await within.run(
            'UPDATE price_rule SET fiat = $1, record = $2 WHERE id = $3',
            ...[next.fiat, writeRule(next), id],
          )
        return next
      }),
    delete: (accountId, id) =>
      database.transaction(async (within) => {
        if ((await within.run('DELETE FROM price_rule WHERE id = $1 AND account_id = $2', id, accountId)) === 0)
          return false
        await within.run('DELETE FROM rule_price WHERE rule_id = $1', id)
        return true
      }),
    saveLastKnownPrices: async (values) => {
      if (values.length === 0) return
      await database.transaction(async (within) => {
        for (const value of inWritingOrder(values))
          await within.run(keep, value.revision, value.version, JSON.stringify(value), value.ruleId)
      })
    },
    findLastKnownPrice: async ({ id, revision }) => {
      const row = await database.get('SELECT * FROM rule_price WHERE rule_id = $1 AND revision = $2', id, revision)
      return row === null ? null : readLastKnownPrice(row)
    },
  }
}

/** The rule is held until the end, so that it is not deleted in between. */
const keep = `
  INSERT INTO rule_price (rule_id, revision, version, record)
  SELECT id, $1::bigint, $2::bigint, $3::text FROM price_rule WHERE id = $4 FOR SHARE
  ON CONFLICT (rule_id) DO UPDATE SET revision = excluded.revision, version = excluded.version, record = excluded.record
  WHERE excluded.revision > rule_price.revision
    OR (excluded.revision = rule_price.revision AND excluded.version > rule_price.version)
`
