import { amountField } from '../../routes/fields.js'
import { defineRoute } from '../../routes/route.js'
import { feeField } from '../fees.js'
import { fiatField } from '../fiats.js'
import { definePage } from '../page.js'

export const arbitrageRoute = defineRoute('/arbitrage/{fiat}', {
  fiat: fiatField,
  amount: amountField(),
  fee: feeField,
})

export const arbitragePage = definePage({
  route: arbitrageRoute,
  load: async () => (await import('./arbitrage.js')).ArbitrageTrips,
  words: ['arbitrage', 'doubts'],
  section: { word: 'nav.arbitrage', icon: 'arbitrage', key: 'a' },
})
