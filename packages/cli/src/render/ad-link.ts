import { adLink as linkOnExchange } from '@p2p-rates/contract/words'
import { linkHosts } from '../exchange-names.js'

/** The address of an ad, if it lies on the exchange that the ad names. */
export const adLink = (exchange: string, url: string | null | undefined): string | null =>
  linkOnExchange(exchange, url, linkHosts)
