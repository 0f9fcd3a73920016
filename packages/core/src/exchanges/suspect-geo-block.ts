/**
 * Whether an exchange that answers politely shows this caller nothing at all. Some hide every market from unwelcome
 * addresses behind an ordinary empty list, so one empty market is news about the market and only a whole empty refresh
 * is news about us. Give it every market of one refresh; faults neither raise nor clear the suspicion.
 */
export function suspectGeoBlock(readings: readonly RowCount[]): boolean {
  const read = readings.filter((reading) => reading.state === 'read')
  return read.length >= fewestMarkets && read.every((reading) => reading.rowCount === 0)
}

/** What page and book readings have in common. */
type RowCount = { readonly state: 'read'; readonly rowCount: number } | { readonly state: 'failed' }

/** Both sides of three currencies: fewer can honestly be without ads. */
const fewestMarkets = 6
