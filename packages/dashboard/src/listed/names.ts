import { cleanText } from '@p2p-rates/contract/words'
import { coreLists } from './core-lists.js'

export const { exchangeIds, fiats } = coreLists

const names = new Map(Object.entries(coreLists.exchangeNames))

/** All that the core knows, asked by default or not. */
export const knownExchanges: readonly string[] = [...names.keys()]

/** An exchange as people call it. One that an operator has added has its id alone. */
export const exchangeName = (id: string): string => names.get(id) ?? cleanText(id)

/** The countries in which a currency is at home. */
export const homeOf = (fiat: string): ReadonlySet<string> => new Set(coreLists.homeCountries[fiat])
