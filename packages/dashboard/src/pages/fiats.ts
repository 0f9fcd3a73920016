import { fiats } from '../listed/names.js'
import { oneOf } from '../routes/fields.js'

export const fiatField = oneOf(fiats, 'UAH')
