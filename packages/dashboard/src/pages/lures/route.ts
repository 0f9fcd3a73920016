import { defineRoute } from '../../routes/route.js'
import { choiceField } from '../../routes/url-fields.js'
import { fiatUrlField } from '../url-fields.js'

export const luresRoute = defineRoute('/lures/{fiat}/{side}', {
  fiat: fiatUrlField,
  side: choiceField(['buy', 'sell'], 'buy'),
})
