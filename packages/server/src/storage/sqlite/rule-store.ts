import type { RuleStore } from '../../market/price-rules/rule-store.js'
import { inWritingOrder, readLastKnownPrice, readRule, writeRule } from '../codecs/rules.js'
import type { SqlRow } from '../codecs/sql-values.js'
import { checksumMatches, verifiedOrThrow, verifiedRows } from './checksums.js'
import type { Database } from './database.js'

export function createSqliteRuleStore(database: Database): RuleStore {
  const sound = `SELECT *, ${checksumMatches('price_rule')} AS sound FROM price_rule`
  const count = database.prepare('SELECT COUNT(*) AS rules FROM price_rule WHERE account_id = ?')
  const insert = database.prepare(
    'INSERT INTO price_rule (id, account_id, fiat, created_at, record) VALUES (?, ?, ?, ?, ?)',
  )
  const find = database.prepare(`${sound} WHERE id = ?`)
  const list = database.prepare(`${sound} WHERE account_id = ? ORDER BY created_at, id`)
  const ofFiat = database.prepare(`${sound} WHERE fiat = ? ORDER BY created_at, id`)
  const update = database.prepare('UPDATE price_rule SET fiat = ?, record = ? WHERE id = ?')
  const remove = database.prepare('DELETE FROM price_rule WHERE id = ? AND account_id = ?')
  const keep = database.prepare(`
    INSERT INTO rule_price (rule_id, revision, version, record)
    SELECT id, ?, ?, ? FROM price_rule WHERE id = ?
    ON CONFLICT (rule_id) DO UPDATE SET revision = excluded.revision, version = excluded.version, record = excluded.record
    WHERE excluded.revision > rule_price.revision
      OR (excluded.revision = rule_price.revision AND excluded.version > rule_price.version)
  `)
  const good = database.prepare(
    `SELECT *, ${checksumMatches('rule_price')} AS sound FROM rule_price WHERE rule_id = ? AND revision = ?`,
  )
  const forget = database.prepare('DELETE FROM rule_price WHERE rule_id = ?')

  const one = (row: SqlRow | null) => {
    const whole = verifiedOrThrow(database, 'price_rule', row)
    return whole === null ? null : readRule(whole)
  }
  const many = (rows: readonly SqlRow[]) => verifiedRows(database, 'price_rule', rows).map(readRule)

  return {
    create: async (rule, atMost) =>
      database.transaction(() => {
        if (Number(count.get(rule.accountId)?.rules) >= atMost) return false
        insert.run(rule.id, rule.accountId, rule.fiat, rule.createdAtMs, writeRule(rule))
        return true
      }),
    find: async (id) => one(find.get(id)),
    list: async (accountId) => many(list.all(accountId)),
    ofFiat: async (fiat) => many(ofFiat.all(fiat)),
    change: async (id, decide) =>
      database.transaction(() => {
        const now = one(find.get(id))
        if (now === null) return null
        const next = decide(now)
        if (next !== now) update.run(next.fiat, writeRule(next), id)
        return next
      }),
    delete: async (accountId, id) =>
      database.transaction(() => {
        if (remove.run(id, accountId) === 0) return false
        forget.run(id)
        return true
      }),
    saveLastKnownPrices: async (values) => {
      if (values.length === 0) return
      database.transaction(() => {
        for (const value of inWritingOrder(values))
          keep.run(value.revision, value.version, JSON.stringify(value), value.ruleId)
      })
    },
    findLastKnownPrice: async ({ id, revision }) => {
      const row = verifiedOrThrow(database, 'rule_price', good.get(id, revision))
      return row === null ? null : readLastKnownPrice(row)
    },
  }
}
