import { exchangeIds } from '../listed/names.js'
import { choiceField } from '../routes/fields.js'

export const exchangeField = choiceField(exchangeIds, 'binance')
