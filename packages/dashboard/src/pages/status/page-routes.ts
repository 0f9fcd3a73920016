import { fiats } from '../../listed/exchanges-fiats-and-plans.js'
import { defineRoute } from '../../routes/route.js'
import { choiceField } from '../../routes/url-fields.js'
import { definePage } from '../define-page.js'

export const everyFiat = 'all'

export const statusRoute = defineRoute('/status', {
  fiat: choiceField([everyFiat, ...fiats], everyFiat),
  window: choiceField(['24h', '30d'], '24h'),
})

export const statusPage = definePage({
  route: statusRoute,
  load: async () => (await import('./status.js')).StatusPage,
  words: ['status'],
  section: { word: 'nav.status', icon: 'clock', key: 's', isUnderMore: true },
})
