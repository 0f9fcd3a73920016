import { cleanText } from '@p2p-rates/contract/words'
import { bootstrapData } from '../bootstrap-data.js'
import { coreLists } from './core-lists.js'

export const { fiats, neededPlans, planNames } = coreLists

const pluggedInExchanges = Object.entries(bootstrapData?.exchanges ?? {})

export const exchangeIds: readonly string[] = [...coreLists.exchangeIds, ...pluggedInExchanges.map(([id]) => id)]

const names = new Map([...Object.entries(coreLists.exchangeNames), ...pluggedInExchanges])

export const knownExchanges: readonly string[] = [...names.keys()]

export const exchangeName = (id: string): string => names.get(id) ?? cleanText(id)

export const homeCountriesOf = (fiat: string): ReadonlySet<string> => new Set(coreLists.homeCountries[fiat])
