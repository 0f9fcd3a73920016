import { defineRoute } from '../../routes/route.js'
import { amountField } from '../../routes/url-fields.js'
import { definePage } from '../define-page.js'
import { feeUrlField } from '../fee-url-field.js'
import { fiatUrlField } from '../fiat-url-field.js'

export const arbitrageRoute = defineRoute('/arbitrage/{fiat}', {
  fiat: fiatUrlField,
  amount: amountField(),
  fee: feeUrlField,
})

export const arbitragePage = definePage({
  route: arbitrageRoute,
  load: async () => (await import('./arbitrage.js')).ArbitrageTrips,
  words: ['arbitrage', 'doubts'],
  section: { word: 'nav.arbitrage', icon: 'arbitrage', key: 'a' },
})
