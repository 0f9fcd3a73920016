import { exchangeIds, fiats } from '../../listed/names.js'
import { amountField, choiceField, textField } from '../../routes/fields.js'
import { defineRoute, type Route } from '../../routes/route.js'
import { feeField } from '../fees.js'
import { fiatField } from '../fiats.js'
import { definePage } from '../page.js'

export const currenciesRoute = defineRoute('/currencies', {
  from: fiatField,
  to: choiceField(fiats, 'EUR'),
  amount: amountField(),
  pay: textField(64),
  receive: textField(64),
  fee: feeField,
  fiat: fiatField,
  at: textField(20),
  series: choiceField(['best', 'index', ...exchangeIds], 'best'),
})

export type CurrenciesState = typeof currenciesRoute extends Route<infer State> ? State : never

export const currenciesPage = definePage({
  route: currenciesRoute,
  load: async () => (await import('./currencies.js')).Currencies,
  words: ['currencies', 'doubts'],
  within: 'nav.market',
})
