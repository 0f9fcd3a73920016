import { binance } from './binance.js'
import { bitget } from './bitget.js'
import { bybit } from './bybit.js'
import { gate } from './gate.js'
import { htx } from './htx.js'
import { kucoin } from './kucoin.js'
import { mexc } from './mexc.js'
import { okx } from './okx.js'
import type { SimulatedExchange } from './simulated-exchange.js'
import { wallet } from './wallet.js'

export const simulatedExchanges: readonly SimulatedExchange[] = [binance, bybit, okx, bitget, mexc, kucoin, htx]

/** Exchanges that answer only with a key. They are simulated only if they are named. */
export const simulatedKeyedExchanges: readonly SimulatedExchange[] = [wallet, gate]
