import { exchangeIds } from '../listed/exchanges-fiats-and-plans.js'
import { choiceField } from '../routes/url-fields.js'

export const exchangeUrlField = choiceField(exchangeIds, 'binance')
