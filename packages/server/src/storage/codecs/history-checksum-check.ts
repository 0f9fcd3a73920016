import { decodeDay, decodeSnap } from './history-codec.js'
import { daysPerSeries } from './history-slots.js'
import { blob, type SqlRow } from './sql-values.js'

/** Throws if the data don't match their checksum. History has its own checksums in every database engine. */
export const checkDay = (row: SqlRow): void =>
  void decodeDay(Number(row.series) * daysPerSeries + Number(row.day), blob(row, 'data'))

export function checkSlot(row: SqlRow): void {
  const { damaged } = decodeSnap(Number(row.slot), blob(row, 'data'))
  if (damaged.length > 0) throw new Error(`series ${damaged.join(', ')} not as written`)
}
