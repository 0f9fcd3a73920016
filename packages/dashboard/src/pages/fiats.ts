import { fiats } from '../listed/names.js'
import { choiceField } from '../routes/fields.js'

export const fiatField = choiceField(fiats, 'UAH')
