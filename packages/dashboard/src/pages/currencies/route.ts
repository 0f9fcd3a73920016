import { exchangeIds, fiats } from '../../listed/exchanges-fiats-and-plans.js'
import { defineRoute } from '../../routes/route.js'
import { amountField, choiceField, textField } from '../../routes/url-fields.js'
import { feeUrlField, fiatUrlField } from '../url-fields.js'

export const currenciesRoute = defineRoute('/currencies', {
  from: fiatUrlField,
  to: choiceField(fiats, 'EUR'),
  amount: amountField(),
  pay: textField(64),
  receive: textField(64),
  fee: feeUrlField,
  fiat: fiatUrlField,
  at: textField(20),
  series: choiceField(['best', 'index', ...exchangeIds], 'best'),
})

export type CurrenciesState = typeof currenciesRoute.presets
