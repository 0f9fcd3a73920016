import { sinceOf, statementsByVersion } from '../table-statements.js'
import { tables } from '../tables.js'
import { addSums, rowTables, widenSums } from './checksums.js'

/** True for a delivery that waits for its turn, and not for a manual one. All other quotation marks in a record are escaped. */
export const takesTurns = (state: string, record: string): string =>
  `${state} = 'pending' AND ${record} NOT LIKE '%"once":true%'`

/** Statements of each version that its tables, columns and indexes don't say. */
const ownStatements: Readonly<Record<number, string>> = {
  2: `
  UPDATE chunk SET data = seal_day(id, data);
  UPDATE snap SET data = seal_slot(slot, data);
  `,
  // Until then only the day of a key's last use was known.
  7: `
  INSERT INTO key_use (key_id, account_id, used_at)
  SELECT key_id, account_id, unixepoch(max(day)) * 1000 FROM usage_day GROUP BY key_id;
  `,
  // Deliveries that other programs insert are due at once.
  20: `
  UPDATE webhook SET due_at = (
    SELECT max(CASE WHEN json_valid(record) THEN coalesce(json_extract(record, '$.nextAttemptAtMs'), 0) ELSE 0 END) FROM delivery
    WHERE webhook_id = webhook.id AND ${takesTurns('state', 'record')});
  CREATE TRIGGER delivery_due AFTER INSERT ON delivery WHEN ${takesTurns('NEW.state', 'NEW.record')} BEGIN
    UPDATE webhook SET due_at = 0 WHERE id = NEW.webhook_id AND due_at IS NULL;
  END;
  `,
}

/** The first release wrote no checksums. */
const firstWithSums = 2

const sumsOf = (version: number): string =>
  rowTables
    .map((name) => {
      const columnsAt = (at: number) =>
        [...tables[name].data].flatMap(([column, part]) =>
          Math.max(sinceOf('sqlite', tables[name], part), firstWithSums) <= at ? [column] : [],
        )
      const [before, columns] = [columnsAt(version - 1), columnsAt(version)]
      if (columns.length === before.length) return ''
      return before.length === 0 ? addSums(name, columns) : widenSums(name, before, columns)
    })
    .join('')

/** Each step takes a database from version n to n + 1. Parts and statements of a released version are never edited. */
export const migrations: readonly string[] = statementsByVersion('sqlite', ownStatements).map(
  (statements, at) => statements + sumsOf(at + 1),
)
