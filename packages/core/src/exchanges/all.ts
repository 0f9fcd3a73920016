import type { ExchangeId } from '../currencies-and-sides.js'
import { binance } from './binance.js'
import { bitget } from './bitget.js'
import { bybit } from './bybit.js'
import type { Exchange } from './define-exchange.js'
import { exchangeDefect } from './exchange-definition-defect.js'
import { htx } from './htx.js'
import { kucoin } from './kucoin.js'
import { mexc } from './mexc.js'
import { okx } from './okx.js'

/** The exchanges asked by default, in the order used everywhere. One line here is what adding an exchange takes. */
const listed = [binance, bybit, okx, bitget, mexc, kucoin] as const
const asked: Exchange[] = [...listed]
const askedIds: ExchangeId[] = asked.map(({ id }) => id)
const every: Exchange[] = [...new Set<Exchange>([...listed, htx])]
const pluggedIn: Exchange[] = []

/** Exchanges read by default, followed by the plug-ins. */
export const exchanges: readonly Exchange[] = asked

/** All exchanges, including those that are read only if named. */
export const everyExchange: readonly Exchange[] = every

export const pluggedInExchanges: readonly Exchange[] = pluggedIn

/** Their ids as words, for editors to complete; any other id is an `ExchangeId` all the same. */
export type ListedExchangeId = (typeof listed)[number]['id']

/** Their ids. */
export const exchangeIds: readonly ExchangeId[] = askedIds

export const exchangeById = (id: ExchangeId): Exchange | null =>
  exchanges.find((exchange) => exchange.id === id) ?? null

/**
 * Add an exchange, process-wide: it is then requested, read, judged and named like every listed exchange.
 * Call this before any read or request: code that has already read the list does not notice the change.
 * Throws if `exchangeDefect` finds a problem.
 *
 * @example
 * plugIn(bazaar)
 * const p2p = new DirectP2P()
 */
export function plugIn(exchange: Exchange): void {
  const defect = exchangeDefect(exchange, every)
  if (defect !== null) throw new TypeError(`This exchange cannot be plugged in: ${defect}.`)
  asked.push(exchange)
  askedIds.push(exchange.id)
  every.push(exchange)
  pluggedIn.push(exchange)
}
