import type { SchemaElement } from 'hyparquet'
import type { ColumnSource } from 'hyparquet-writer'
import { csv } from '../render/csv.js'
import { tableOf } from '../render/table.js'
import type { ExportFormat, FileFacts, PriceRow } from './price-row.js'

export async function encode(rows: readonly PriceRow[], format: ExportFormat, facts: FileFacts): Promise<Uint8Array> {
  if (format === 'parquet') return parquet(rows, facts)
  return Buffer.from(
    format === 'csv' ? csv(tableOf(rows, columns)) : rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
  )
}

const columns = [
  { name: 't' },
  { name: 'fiat', type: 'STRING' },
  { name: 'exchange', type: 'STRING' },
  { name: 'buy', type: 'DOUBLE', nullable: true },
  { name: 'sell', type: 'DOUBLE', nullable: true },
  { name: 'buy_ads', type: 'INT32', nullable: true },
  { name: 'sell_ads', type: 'INT32', nullable: true },
  { name: 'confidence', type: 'STRING', nullable: true },
  { name: 'simulated', type: 'BOOLEAN' },
] as const satisfies readonly Omit<ColumnSource, 'data'>[]

async function parquet(rows: readonly PriceRow[], facts: FileFacts): Promise<Uint8Array> {
  const { parquetWriteBuffer, schemaFromColumnData } = await import('hyparquet-writer')
  const columnData: ColumnSource[] = columns.map((column) => ({
    ...column,
    data: rows.map((row) => (column.name === 't' ? new Date(row.t) : row[column.name])),
  }))
  return new Uint8Array(
    parquetWriteBuffer({
      columnData: columnData.map(({ name, data }) => ({ name, data })),
      schema: schemaFromColumnData({ columnData, schemaOverrides: { t: utcTime } }),
      kvMetadata: Object.entries(facts).map(([key, value]) => ({ key, value: String(value) })),
    }),
  )
}

/** Without the logical type, readers take the time for a local one. */
const utcTime: SchemaElement = {
  name: 't',
  type: 'INT64',
  converted_type: 'TIMESTAMP_MILLIS',
  logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
  repetition_type: 'REQUIRED',
}
