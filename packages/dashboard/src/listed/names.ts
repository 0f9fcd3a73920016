import { cleanText } from '@p2p-rates/contract/words'
import { bootstrapData } from '../bootstrap-data.js'
import { coreLists } from './core-lists.js'

export const { fiats, neededPlans, planNames } = coreLists

const pluggedIn = Object.entries(bootstrapData?.exchanges ?? {})

export const exchangeIds: readonly string[] = [...coreLists.exchangeIds, ...pluggedIn.map(([id]) => id)]

const names = new Map([...Object.entries(coreLists.exchangeNames), ...pluggedIn])

export const knownExchanges: readonly string[] = [...names.keys()]

/** An exchange as people call it. An unknown one has its id alone. */
export const exchangeName = (id: string): string => names.get(id) ?? cleanText(id)

/** The countries in which a currency is at home. */
export const homeOf = (fiat: string): ReadonlySet<string> => new Set(coreLists.homeCountries[fiat])
