import { binance } from './binance.js'
import { bitget } from './bitget.js'
import { bybit } from './bybit.js'
import { htx } from './htx.js'
import { kucoin } from './kucoin.js'
import { mexc } from './mexc.js'
import { okx } from './okx.js'
import type { SimulatedExchange } from './simulated-exchange.js'

export const simulatedExchanges: readonly SimulatedExchange[] = [binance, bybit, okx, bitget, mexc, kucoin, htx]
