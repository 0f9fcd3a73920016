import { amountField, flag, oneOf, typed } from '../../routes/fields.js'
import { defineRoute, type Route } from '../../routes/route.js'
import { exchangeField } from '../exchanges.js'
import { fiatField } from '../fiats.js'
import { definePage } from '../page.js'

export const bookRoute = defineRoute('/ads/{fiat}/{exchange}/{side}', {
  fiat: fiatField,
  exchange: exchangeField,
  side: oneOf(['buy', 'sell'], 'buy'),
  method: typed(64),
  amount: amountField(),
  trusted: flag,
  merchants: flag,
})

export type BookState = typeof bookRoute extends Route<infer State> ? State : never

export const bookPage = definePage({
  route: bookRoute,
  load: async () => (await import('./book.js')).Book,
  words: ['ads', 'book'],
  section: { word: 'nav.book', short: 'nav.book.short', icon: 'ads', key: 'b' },
})
