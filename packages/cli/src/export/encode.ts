import { csv } from '../render/csv.js'
import { tableOf } from '../render/table.js'
import type { ExportFormat, FileFacts, PriceRow } from './price-row.js'

/** The bytes of a file with all rows. */
export async function encode(rows: readonly PriceRow[], format: ExportFormat, facts: FileFacts): Promise<Uint8Array> {
  if (format === 'parquet') return parquet(rows, facts)
  return Buffer.from(format === 'csv' ? csvText(rows) : rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
}

const csvText = (rows: readonly PriceRow[]): string =>
  csv(
    tableOf(rows, [
      { name: 't', value: ({ t }) => t },
      { name: 'fiat', value: ({ fiat }) => fiat },
      { name: 'exchange', value: ({ exchange }) => exchange },
      { name: 'buy', value: ({ buy }) => buy },
      { name: 'sell', value: ({ sell }) => sell },
      { name: 'simulated', value: ({ simulated }) => simulated },
    ]),
  )

async function parquet(rows: readonly PriceRow[], facts: FileFacts): Promise<Uint8Array> {
  const { parquetWriteBuffer } = await import('hyparquet-writer')
  return new Uint8Array(
    parquetWriteBuffer({
      columnData: [
        { name: 't', type: 'TIMESTAMP', data: rows.map(({ t }) => new Date(t)) },
        { name: 'fiat', type: 'STRING', data: rows.map(({ fiat }) => fiat) },
        { name: 'exchange', type: 'STRING', data: rows.map(({ exchange }) => exchange) },
        { name: 'buy', type: 'DOUBLE', nullable: true, data: rows.map(({ buy }) => buy) },
        { name: 'sell', type: 'DOUBLE', nullable: true, data: rows.map(({ sell }) => sell) },
        { name: 'simulated', type: 'BOOLEAN', data: rows.map(({ simulated }) => simulated) },
      ],
      kvMetadata: Object.entries(facts).map(([key, value]) => ({ key, value: String(value) })),
    }),
  )
}
