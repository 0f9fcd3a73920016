import { fiats } from '../listed/exchanges-fiats-and-plans.js'
import { choiceField } from '../routes/url-fields.js'

export const fiatUrlField = choiceField(fiats, 'UAH')
