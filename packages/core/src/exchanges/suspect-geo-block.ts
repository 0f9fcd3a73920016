/**
 * Whether an exchange hides every market from this caller. Some answer unwelcome addresses with ordinary empty lists.
 * One empty market says something about the market, a whole empty refresh something about us. Give it every market of
 * one refresh; faults neither raise nor clear the suspicion.
 */
export function suspectGeoBlock(readings: readonly RowCount[]): boolean {
  const read = readings.filter((reading) => reading.state === 'read')
  return read.length >= fewestMarkets && read.every((reading) => reading.rowCount === 0)
}

/** What page and book readings have in common. */
type RowCount = { readonly state: 'read'; readonly rowCount: number } | { readonly state: 'failed' }

/** Both sides of three currencies. Fewer markets may honestly be without ads. */
const fewestMarkets = 6
