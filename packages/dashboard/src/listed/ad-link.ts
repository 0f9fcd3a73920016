import { adLink as linkOnExchange } from '@p2p-rates/contract/words'
import { knownExchanges } from './names.js'

/** The address of an ad, where it is a page of its own exchange; `null` otherwise. */
export const adLink = (exchange: string, address: string | null): string | null =>
  linkOnExchange(exchange, address, knownExchanges)
