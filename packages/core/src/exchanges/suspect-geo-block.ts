/**
 * Returns true if an exchange seems to hide every market from this caller. Some exchanges send ordinary empty lists to
 * blocked addresses. One empty market says something about the market, a whole empty refresh something about us. Pass
 * every market of one refresh; faults are ignored.
 */
export function suspectGeoBlock(readings: readonly RowCount[]): boolean {
  const read = readings.filter((reading) => reading.state === 'read')
  return read.length >= fewestMarkets && read.every((reading) => reading.rowCount === 0)
}

type RowCount = { readonly state: 'read'; readonly rowCount: number } | { readonly state: 'failed' }

/** Both sides of three currencies. Fewer markets may honestly be without ads. */
const fewestMarkets = 6
