import { blob, type SqlRow } from '../rows/columns.js'
import { decodeDay, decodeSnap } from '../rows/history-codec.js'
import { daysPerSeries } from '../rows/history-slots.js'
import type { TableReading } from './ends.js'
import { copiedTable } from './tables.js'

/** History carries its own checksums in every engine. */
export const historyFaults = async (reading: TableReading): Promise<readonly string[]> => [
  ...(await faultsIn(reading, 'chunk', readDay)),
  ...(await faultsIn(reading, 'snap', readSlot)),
]

async function faultsIn(reading: TableReading, table: string, read: (row: SqlRow) => void): Promise<string[]> {
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

const readDay = (row: SqlRow): void =>
  void decodeDay(Number(row.series) * daysPerSeries + Number(row.day), blob(row, 'data'))

function readSlot(row: SqlRow): void {
  const { damaged } = decodeSnap(Number(row.slot), blob(row, 'data'))
  if (damaged.length > 0) throw new Error(`series ${damaged.join(', ')} not as written`)
}
