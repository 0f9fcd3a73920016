import { defineRoute } from '../../routes/route.js'
import { amountField } from '../../routes/url-fields.js'
import { feeUrlField, fiatUrlField } from '../url-fields.js'

export const arbitrageRoute = defineRoute('/arbitrage/{fiat}', {
  fiat: fiatUrlField,
  amount: amountField(),
  fee: feeUrlField,
})
