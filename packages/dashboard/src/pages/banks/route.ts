import { defineRoute } from '../../routes/route.js'
import { amountField, choiceField, textField } from '../../routes/url-fields.js'
import { fiatUrlField } from '../url-fields.js'

export const banksRoute = defineRoute('/banks/{fiat}/{side}', {
  fiat: fiatUrlField,
  side: choiceField(['buy', 'sell'], 'buy'),
  amount: amountField(),
  method: textField(64),
})
