import type { ExchangeId } from '../vocabulary.js'
import { binance } from './binance.js'
import { bitget } from './bitget.js'
import { bybit } from './bybit.js'
import type { Exchange } from './define-exchange.js'
import { htx } from './htx.js'
import { kucoin } from './kucoin.js'
import { mexc } from './mexc.js'
import { okx } from './okx.js'

export { binance, bitget, bybit, htx, kucoin, mexc, okx }

/** The exchanges asked by default, in the order used everywhere. One line here is what adding an exchange takes. */
const listed = [binance, bybit, okx, bitget, mexc, kucoin] as const
export const exchanges: readonly Exchange[] = listed

/** With those that are asked only when somebody names them. */
export const everyExchange: readonly Exchange[] = [...new Set<Exchange>([...listed, htx])]

/** Their ids as words, for editors to complete; any other id is an `ExchangeId` all the same. */
export type ListedExchangeId = (typeof listed)[number]['id']

export const exchangeIds: readonly ExchangeId[] = exchanges.map((exchange) => exchange.id)

export const exchangeById = (id: ExchangeId): Exchange | null =>
  exchanges.find((exchange) => exchange.id === id) ?? null
