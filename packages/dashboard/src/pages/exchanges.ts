import { exchangeIds } from '../listed/names.js'
import { oneOf } from '../routes/fields.js'

export const exchangeField = oneOf(exchangeIds, 'binance')
