import { listedExchanges } from './listed-exchanges.js'

/** As the exchanges write themselves. An id that is not here is shown as it is. */
const names = new Map(listedExchanges.map(({ id, name }) => [id, name]))

export const exchangeName = (id: string): string => names.get(id) ?? id

/** Whom an answer about all exchanges tells about when everything is well. */
export const usualExchanges: readonly string[] = [...names.keys()]

/** A column of ids: names for people, ids for scripts. */
export const shownAsName = (cell: unknown): string => exchangeName(String(cell))
