import { safeAdUrl as linkOnExchange } from '@p2p-rates/contract/words'
import { linkHosts } from '../exchange-names.js'

export const safeAdUrl = (exchange: string, url: string | null | undefined): string | null =>
  linkOnExchange(exchange, url, linkHosts)
