import { defineRoute } from '../../routes/route.js'
import { amountField } from '../../routes/url-fields.js'
import { feeUrlField } from '../fee-url-field.js'
import { fiatUrlField } from '../fiat-url-field.js'

export const arbitrageRoute = defineRoute('/arbitrage/{fiat}', {
  fiat: fiatUrlField,
  amount: amountField(),
  fee: feeUrlField,
})
