import { type Sql, type SqlResult, type SqlStatement, upsertText, type Work } from '../sql.js'
import { lockName, type PostgresDatabase, type Statements } from './database.js'

/** The port over PostgreSQL, which checks its pages itself where the operator has turned that on. */
export function createPostgresSql(database: PostgresDatabase): Sql {
  const transaction: Sql['transaction'] = (work) =>
    database.transaction((within) =>
      runWork(work(), async (statement) => {
        if (statement.kind !== 'lock') return execute(within, statement)
        await lockName(within, statement.name)
        return nothing
      }),
    )
  return {
    keepsSearchText: true,
    isRemote: true,
    query: (work) =>
      runWork(work(), async (statement) => {
        if (statement.kind === 'lock') throw new Error('a lock needs a transaction')
        return execute(database, statement)
      }),
    transaction,
    nonDurable: transaction,
  }
}

const nothing: SqlResult = { rows: [], count: 0 }

async function runWork<Result>(
  work: Work<Result>,
  execute: (statement: SqlStatement) => Promise<SqlResult>,
): Promise<Result> {
  let step = work.next()
  while (!step.done) step = work.next(await execute(step.value))
  return step.value
}

const maxParameters = 65_535

async function execute(within: Statements, statement: Exclude<SqlStatement, { kind: 'lock' }>): Promise<SqlResult> {
  if (statement.kind === 'upsert') {
    const { rows, returns } = statement
    const values = rows.flatMap((row) => Object.values(row))
    const atOnce = Math.floor(maxParameters / Object.keys(rows[0] ?? {}).length)
    if (rows.length > atOnce) {
      const first = await execute(within, { ...statement, rows: rows.slice(0, atOnce) })
      const others = await execute(within, { ...statement, rows: rows.slice(atOnce) })
      return { rows: [...first.rows, ...others.rows], count: 0 }
    }
    const text = upsertText(statement, rows.length)
    if (returns !== '') return { rows: await within.all(text, ...values), count: 0 }
    return { rows: [], count: await within.run(text, ...values) }
  }
  const { values } = statement
  const sql = statement.sql.replaceAll(/\{sound \w+ \w+\}/g, 'TRUE')
  if (statement.wants === 'count') return { rows: [], count: await within.run(sql, ...values) }
  return { rows: await within.all(sql, ...values), count: 0 }
}
