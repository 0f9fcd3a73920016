import { exchangeIds } from '../listed/names.js'
import { oneOf } from '../routes/fields.js'

/** The exchange that an address names. */
export const exchangeField = oneOf(exchangeIds, 'binance')
