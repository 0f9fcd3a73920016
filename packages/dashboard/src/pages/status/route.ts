import { fiats } from '../../listed/exchanges-fiats-and-plans.js'
import { defineRoute } from '../../routes/route.js'
import { choiceField } from '../../routes/url-fields.js'

export const everyFiat = 'all'

export const statusRoute = defineRoute('/status', {
  fiat: choiceField([everyFiat, ...fiats], everyFiat),
  window: choiceField(['24h', '30d'], '24h'),
})
