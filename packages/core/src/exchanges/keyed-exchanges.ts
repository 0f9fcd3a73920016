import type { ExchangeId } from '../currencies-and-sides.js'
import type { Exchange } from './define-exchange.js'
import { gate } from './gate.js'
import { wallet } from './wallet.js'

/** Exchanges that are read only with a key, and then next to those that are read by default. */
export const keyedExchanges: readonly Exchange[] = [wallet, gate]

/** Add the exchanges that are read only with a key to a list, if there is a key for them. */
export const withKeyed = (list: readonly Exchange[], keys: { has(id: ExchangeId): boolean } | undefined) => [
  ...list,
  ...keyedExchanges.filter((exchange) => keys?.has(exchange.id) === true && !list.includes(exchange)),
]
