/** As the exchanges write themselves. An id that is not here is shown as it is. */
const names = new Map([
  ['binance', 'Binance'],
  ['bybit', 'Bybit'],
  ['okx', 'OKX'],
  ['bitget', 'Bitget'],
  ['mexc', 'MEXC'],
  ['kucoin', 'KuCoin'],
])

export const exchangeName = (id: string): string => names.get(id) ?? id

/** Whom an answer about all exchanges tells about when everything is well. */
export const usualExchanges: readonly string[] = [...names.keys()]

/** A column of ids: names for people, ids for scripts. */
export const shownAsName = (cell: unknown): string => exchangeName(String(cell))
