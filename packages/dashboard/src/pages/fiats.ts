import { fiats } from '../listed/names.js'
import { oneOf } from '../routes/fields.js'

/** The currency that an address names. */
export const fiatField = oneOf(fiats, 'UAH')
