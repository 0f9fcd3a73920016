import { listedExchanges } from './listed-exchanges.js'

/** The exchanges' own spelling. An unknown id is shown as it is. */
const names = new Map(listedExchanges.map(({ id, name }) => [id, name]))

export const exchangeName = (id: string): string => names.get(id) ?? id

/** What a series of prices is about, as it stands in a heading. */
export function seriesInWords(series: string): string {
  if (series === 'best') return 'best of all exchanges'
  return series === 'index' ? 'reference index' : exchangeName(series)
}

/** The exchanges that an answer about all of them usually holds. */
const listed = listedExchanges.map(({ id }) => id)
export const usualExchanges: readonly string[] = listed

/** Names one more, behind the others. */
export function nameExchange({ id, name }: { readonly id: string; readonly name: string }): void {
  listed.push(id)
  names.set(id, name)
}

/** A column of exchanges: names for people, ids for scripts. */
export const shownAsName = (cell: unknown): string => exchangeName(String(cell))
