import { amountField, type Field } from '../../routes/fields.js'
import { defineRoute } from '../../routes/route.js'
import { fiatField } from '../fiats.js'
import { definePage } from '../page.js'

/** What moving USDT costs: nothing, or up to 1,000. */
const feeField: Field<string> = {
  preset: '1',
  read: (text) => (/^\d{1,4}(\.\d{1,8})?$/.test(text) && Number(text) <= 1_000 ? String(Number(text)) : null),
  print: (text) => text,
}

export const arbitrageRoute = defineRoute('/arbitrage/{fiat}', {
  fiat: fiatField,
  amount: amountField(),
  fee: feeField,
})

export const arbitragePage = definePage({
  route: arbitrageRoute,
  load: async () => (await import('./arbitrage.js')).ArbitrageTrips,
  words: ['arbitrage'],
  section: { word: 'nav.arbitrage', icon: 'arbitrage', key: 'a' },
})
