import { getOrCreate } from '../../base/get-or-create.js'
import type { SqlValue } from '../codecs/sql-values.js'
import { type Sql, type SqlParameter, type SqlResult, type SqlStatement, upsertText, type Work } from '../sql.js'
import { type TableName, tables } from '../tables.js'
import { checksumMatches, soundRows } from './checksums.js'
import type { Database, Statement } from './database.js'
import type { NamedLocks } from './named-locks.js'

type Prepared = Statement & {
  /** Table named by the rows' column `sound`. */
  readonly checked: TableName | undefined
}

/** The port over SQLite: each work runs in one go, so that nothing of this process comes between its statements. */
export function createSqliteSql(
  database: Database,
  atomically: NamedLocks['atomically'] = database.nonDurableTransaction,
): Sql {
  const prepared = new Map<string, Prepared>()
  const prepare = (key: string, textOf = () => key): Prepared =>
    getOrCreate(prepared, key, () => {
      const sql = textOf()
      const [, checked] = /\{sound (\w+) \w+\}[^;]* AS sound/.exec(sql) ?? []
      return { ...database.prepare(toSqlite(sql)), checked: isTable(checked) ? checked : undefined }
    })
  const execute = (statement: SqlStatement): SqlResult => {
    if (statement.kind === 'lock') return nothing
    if (statement.kind === 'upsert') {
      // Row by row: a text for each number of rows would be prepared and kept.
      const key = `${statement.table} ${Object.keys(statement.rows[0] ?? {})} ${statement.onConflict} ${statement.returns}`
      const { run, all } = prepare(key, () => upsertText(statement, 1))
      const rows = statement.rows.map(Object.values<SqlValue>)
      if (statement.returns !== '') return { rows: rows.flatMap((row) => all(...row)), count: 0 }
      for (const row of rows) run(...row)
      return nothing
    }
    const values = statement.values.map(toSqliteValue)
    const { run, all, checked } = prepare(statement.sql)
    if (statement.wants === 'count') return { rows: [], count: run(...values) }
    const rows = all(...values)
    const damage = statement.wants === 'rows' ? 'leave out' : 'throw'
    return { rows: checked === undefined ? rows : soundRows(database, checked, rows, damage), count: 0 }
  }
  return {
    keepsSearchText: false,
    isRemote: false,
    query: async (work) => runWork(work(), execute),
    transaction: async (work) => database.transaction(() => runWork(work(), execute)),
    nonDurable: async (work) => atomically(() => runWork(work(), execute)),
  }
}

const isTable = (name = ''): name is TableName => name in tables

const nothing: SqlResult = { rows: [], count: 0 }

function runWork<Result>(work: Work<Result>, execute: (statement: SqlStatement) => SqlResult): Result {
  let step = work.next()
  while (!step.done) step = work.next(execute(step.value))
  return step.value
}

/** Translates the differences. SQLite knows no locks of rows: its transactions exclude each other. */
const toSqlite = (sql: string): string =>
  sql
    .replaceAll(/\$(\d+)/g, '?$1')
    .replaceAll(/::\w+/g, '')
    .replaceAll(/= ANY\((\?\d+)\)/g, 'IN (SELECT value FROM json_each($1))')
    .replaceAll(/<> ALL\((\?\d+)\)/g, 'NOT IN (SELECT value FROM json_each($1))')
    .replaceAll(/\bseq\b/g, 'rowid')
    .replaceAll(/\bgreatest\(/g, 'max(')
    .replaceAll('LIMIT ALL', 'LIMIT -1')
    .replaceAll(/ FOR (?:NO KEY UPDATE|KEY SHARE|UPDATE|SHARE)\b/g, '')
    .replaceAll(/\{sound (\w+) (\w+)\}/g, (_, table: TableName, alias: string) => checksumMatches(table, alias))

const toSqliteValue = (value: SqlParameter): SqlValue =>
  value === null || typeof value !== 'object' || value instanceof Uint8Array ? value : JSON.stringify(value)
