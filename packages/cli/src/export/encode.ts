import type { SchemaElement } from 'hyparquet'
import type { ColumnSource } from 'hyparquet-writer'
import { csv } from '../render/csv.js'
import { tableOf } from '../render/table.js'
import type { ExportFormat, FileFacts, PriceRow } from './price-row.js'

export async function encode(rows: readonly PriceRow[], format: ExportFormat, facts: FileFacts): Promise<Uint8Array> {
  if (format === 'parquet') return parquet(rows, facts)
  return Buffer.from(format === 'csv' ? csvText(rows) : rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
}

const csvText = (rows: readonly PriceRow[]): string =>
  csv(
    tableOf(rows, [
      { name: 't' },
      { name: 'fiat' },
      { name: 'exchange' },
      { name: 'buy' },
      { name: 'sell' },
      { name: 'buy_ads' },
      { name: 'sell_ads' },
      { name: 'confidence' },
      { name: 'simulated' },
    ]),
  )

async function parquet(rows: readonly PriceRow[], facts: FileFacts): Promise<Uint8Array> {
  const { parquetWriteBuffer, schemaFromColumnData } = await import('hyparquet-writer')
  const columnData: ColumnSource[] = [
    { name: 't', data: rows.map(({ t }) => new Date(t)) },
    { name: 'fiat', type: 'STRING', data: rows.map(({ fiat }) => fiat) },
    { name: 'exchange', type: 'STRING', data: rows.map(({ exchange }) => exchange) },
    { name: 'buy', type: 'DOUBLE', nullable: true, data: rows.map(({ buy }) => buy) },
    { name: 'sell', type: 'DOUBLE', nullable: true, data: rows.map(({ sell }) => sell) },
    { name: 'buy_ads', type: 'INT32', nullable: true, data: rows.map(({ buy_ads: ads }) => ads) },
    { name: 'sell_ads', type: 'INT32', nullable: true, data: rows.map(({ sell_ads: ads }) => ads) },
    { name: 'confidence', type: 'STRING', nullable: true, data: rows.map(({ confidence }) => confidence) },
    { name: 'simulated', type: 'BOOLEAN', data: rows.map(({ simulated }) => simulated) },
  ]
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
