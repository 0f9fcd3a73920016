import { fixingChainFaults, fixingInputsFaults } from '../../history/daily-index/fixing-chain.js'
import { checkDay, checkSlot } from '../codecs/history-codec.js'
import type { SqlRow, SqlValue } from '../codecs/sql-values.js'
import type { InspectionReport } from '../store.js'
import { fixingsWithInputs, readFixingWithInputs } from '../stores/published-prices.js'
import { tables } from '../tables.js'
import type { Statements } from './database.js'

/** Reads every record that carries a checksum or a text of ours. Pages and references are PostgreSQL's own matter. */
export async function inspectDatabase(database: Statements): Promise<Omit<InspectionReport, 'place'>> {
  const version = Number((await database.get('SELECT coalesce(max(number), 0) AS newest FROM step'))?.newest)
  const tables = await database.all(
    `SELECT table_name AS name FROM information_schema.tables
     WHERE table_schema = current_schema() AND table_type = 'BASE TABLE' ORDER BY table_name`,
  )
  const rows = new Map<string, number>()
  for (const { name } of tables)
    rows.set(
      String(name),
      Number((await database.get(`SELECT count(*) AS rows FROM "${String(name).replaceAll('"', '""')}"`))?.rows),
    )
  const fixings = (await database.all(fixingsWithInputs)).map(readFixingWithInputs)
  const faults = [
    ...(await historyFaults(database, { day: 'day of history', slot: 'slot of history' })),
    ...(await faultsIn(database, 'webhook', 'webhook', readRecord)),
    ...(await faultsIn(database, 'delivery', 'delivery', readRecord)),
    ...fixingChainFaults(fixings),
    ...fixingInputsFaults(fixings),
  ]
  return { version, rows, faults }
}

export const historyFaults = async (
  database: Statements,
  names: { readonly day: string; readonly slot: string },
): Promise<readonly string[]> => [
  ...(await faultsIn(database, 'chunk', names.day, checkDay)),
  ...(await faultsIn(database, 'snap', names.slot, checkSlot)),
]

const readRecord = (row: SqlRow): void => void JSON.parse(String(row.record))

const pageRows = 500

/** Years of history need not be in memory at once. */
async function faultsIn(
  database: Statements,
  table: keyof typeof tables,
  what: string,
  read: (row: SqlRow) => void,
): Promise<readonly string[]> {
  const faults: string[] = []
  const { key } = tables[table]
  const columns = key.join(', ')
  const places = key.map((_, at) => `$${at + 1}`).join(', ')
  let last: readonly SqlValue[] | null = null
  for (;;) {
    const rows: readonly SqlRow[] = await database.all(
      `SELECT * FROM ${table} ${last === null ? '' : `WHERE (${columns}) > (${places})`} ORDER BY ${columns} LIMIT ${pageRows}`,
      ...(last ?? []),
    )
    for (const row of rows) {
      last = key.map((name) => row[name] ?? null)
      try {
        read(row)
      } catch (error) {
        faults.push(`${what} ${last.join(' ')}: ${error instanceof Error ? error.message : 'unreadable'}`)
      }
    }
    if (rows.length < pageRows) return faults
  }
}
