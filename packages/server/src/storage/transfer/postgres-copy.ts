import { OperatorError } from '../../base/errors/operator-errors.js'
import { foldCase, type SqlRow, type SqlValue } from '../codecs/sql-values.js'
import { createPostgresLeaseStore } from '../postgres/cluster-store.js'
import { openDatabase, type PostgresDatabase, type Statements } from '../postgres/database.js'
import { historyFaults } from '../postgres/inspect.js'
import { migrate, versionOf } from '../postgres/migrate.js'
import { steps } from '../postgres/schema.js'
import { failIfServed } from '../postgres/serving-lease.js'
import { searchTextOf } from '../stores/accounts.js'
import { copiedTables, type Table, type ValueKind } from '../tables.js'
import {
  type CopySource,
  type CopyTarget,
  refuseOtherVersion,
  refuseRows,
  rowsPerPage,
  type TableReader,
  type TableWriter,
  valueIn,
} from './copy-data.js'

export function openPostgresSource(url: string): CopySource {
  const [name, database] = [nameOf(url), openForCopy(url)]
  return {
    name,
    read: (work) =>
      database.snapshot(async (within) => {
        await raiseTimeouts(within)
        refuseOtherVersion(name, await versionOf(within), steps.length)
        await failIfServed(createPostgresLeaseStore(database))
        return work({ ...readingOf(within), faults: () => historyFaults(within, { day: 'chunk', slot: 'snap' }) })
      }),
    close: () => database.close(),
  }
}

export function postgresTarget(url: string): CopyTarget {
  const name = nameOf(url)
  return {
    name,
    fill: async (work) => {
      const database = openForCopy(url)
      try {
        await migrate(database)
        await failIfServed(createPostgresLeaseStore(database))
        return await database.transaction((within) => fill(within, name, work))
      } finally {
        await database.close()
      }
    },
  }
}

async function fill<Result>(
  within: Statements,
  name: string,
  work: (filling: TableWriter) => Promise<Result>,
): Promise<Result> {
  await raiseTimeouts(within)
  refuseOtherVersion(name, await versionOf(within), steps.length)
  // A running server's writes wait, and find the copied data when they continue.
  await within.run(`LOCK TABLE ${copiedTables.map((table) => table.name).join(', ')} IN EXCLUSIVE MODE`)
  await refuseRows(name, async (table) => (await within.get(`SELECT 1 FROM ${table.name} LIMIT 1`)) !== null)
  await within.run('DELETE FROM meta')
  const result = await work({ ...readingOf(within), put: (table, rows) => put(within, table, rows) })
  await within.run(`SELECT setval(pg_get_serial_sequence('series', 'id'), max(id)) FROM series HAVING count(*) > 0`)
  return result
}

const openForCopy = (url: string): PostgresDatabase =>
  openDatabase({ url, name: 'p2p-rates copy', waitMs: 10_000, statementMs: 600_000 })

/** The other side may take its time between two statements. */
const raiseTimeouts = (within: Statements): Promise<number> =>
  within.run('SET LOCAL idle_in_transaction_session_timeout = 0')

function readingOf(within: Statements): TableReader {
  let cursors = 0
  return {
    rows: async ({ name, copiedRows = 'TRUE' }) =>
      Number((await within.get(`SELECT count(*) AS rows FROM ${name} WHERE ${copiedRows}`))?.rows),
    // No index has the order in which deliveries came up: a cursor sorts them once.
    pages: async function* ({ name, key, data, order, copiedRows = 'TRUE' }) {
      cursors += 1
      const cursor = `copied_${cursors}`
      await within.run(
        `DECLARE ${cursor} NO SCROLL CURSOR FOR
         SELECT ${[...data.keys()].join(', ')} FROM ${name} WHERE ${copiedRows}
         ORDER BY ${order?.postgres ?? key.join(', ')}`,
      )
      for (;;) {
        const rows = await within.all(`FETCH ${rowsPerPage} FROM ${cursor}`)
        if (rows.length > 0) yield rows
        if (rows.length < rowsPerPage) break
      }
      await within.run(`CLOSE ${cursor}`)
    },
  }
}

type ComputedColumn = { readonly name: string; readonly type: string; readonly of: (row: SqlRow) => SqlValue }

async function put(within: Statements, table: Table, rows: readonly SqlRow[]): Promise<void> {
  const columns = [
    ...[...table.data].map(
      ([name, { kind }]): ComputedColumn => ({ name, type: typeOf[kind], of: (row) => valueIn(table, row, name) }),
    ),
    ...(computedColumns[table.name] ?? []),
  ]
  const names = columns.map(({ name }) => name).join(', ')
  await within.run(
    `INSERT INTO ${table.name} (${names}) SELECT ${names}
     FROM unnest(${columns.map(({ type }, at) => `$${at + 1}::${type}[]`).join(', ')}) WITH ORDINALITY
       AS copied (${names}, at_place)
     ORDER BY at_place`,
    ...columns.map(({ of }) => rows.map(of)),
  )
}

const typeOf: Readonly<Record<ValueKind, string>> = { text: 'text', whole: 'bigint', bytes: 'bytea' }

const computedColumns: Readonly<Record<string, readonly ComputedColumn[]>> = {
  account: [
    {
      name: 'search',
      type: 'text',
      of: ({ id, name, deleted_at }) =>
        deleted_at === null ? searchTextOf({ id: String(id), name: String(name) }) : '',
    },
  ],
  login: [{ name: 'search', type: 'text', of: ({ email }) => foldCase(String(email)) }],
  idempotency: [{ name: 'locked_until', type: 'timestamptz', of: () => '-infinity' }],
}

/** Without the name and the password of the user. */
function nameOf(url: string): string {
  if (!URL.canParse(url))
    throw new OperatorError(
      'The postgres:// address cannot be read. Characters like @ / # in a password are written %40 %2F %23.',
    )
  const { host, pathname } = new URL(url)
  return `postgres://${host}${pathname}`
}
