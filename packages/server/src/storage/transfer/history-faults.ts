import { checkDay, checkSlot } from '../codecs/history-codec.js'
import type { SqlRow } from '../codecs/sql-values.js'
import { copiedTable } from './copied-tables.js'
import type { TableReader } from './copy-ports.js'

export const historyFaults = async (reading: TableReader): Promise<readonly string[]> => [
  ...(await faultsIn(reading, 'chunk', checkDay)),
  ...(await faultsIn(reading, 'snap', checkSlot)),
]

async function faultsIn(reading: TableReader, table: string, read: (row: SqlRow) => void): Promise<string[]> {
  const faults: string[] = []
  for await (const rows of reading.pages(copiedTable(table)))
    for (const row of rows)
      try {
        read(row)
      } catch (error) {
        const { data, ...key } = row
        faults.push(
          `${table} ${Object.values(key).join(' ')}: ${error instanceof Error ? error.message : 'unreadable'}`,
        )
      }
  return faults
}
