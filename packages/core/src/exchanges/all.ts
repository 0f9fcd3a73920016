import type { ExchangeId } from '../currencies-and-sides.js'
import { binance } from './binance.js'
import { bitget } from './bitget.js'
import { bybit } from './bybit.js'
import type { Exchange } from './define-exchange.js'
import { htx } from './htx.js'
import { kucoin } from './kucoin.js'
import { mexc } from './mexc.js'
import { okx } from './okx.js'

export { binance, bitget, bybit, htx, kucoin, mexc, okx }

/** Adding an exchange takes one line here. */
const listed = [binance, bybit, okx, bitget, mexc, kucoin] as const

/** Exchanges that are read by default, in the usual order. */
export const exchanges: readonly Exchange[] = listed

/** All exchanges of this package that need no key, with those that are read only if you name them. */
export const everyExchange: readonly Exchange[] = [...new Set<Exchange>([...listed, htx])]

/** Their ids as words, for editors to complete; any other id is an `ExchangeId` all the same. */
export type ListedExchangeId = (typeof listed)[number]['id']

/** Ids of the exchanges that are read by default, in the usual order. */
export const exchangeIds: readonly ExchangeId[] = listed.map(({ id }) => id)
