import { safeAdUrl as linkOnExchange } from '@p2p-rates/contract/words'
import { bootstrapData } from '../bootstrap-data.js'
import { knownExchanges } from './exchanges-fiats-and-plans.js'

/** The address of an ad, where it is a page of its own exchange; `null` otherwise. */
export const safeAdUrl = (exchange: string, address: string | null): string | null =>
  linkOnExchange(exchange, address, hosts)

const hosts = new Map(knownExchanges.map((id) => [id, bootstrapData?.hosts?.[id]]))
