import { isZoneName } from '../../formats/times.js'
import { exchangeIds } from '../../listed/names.js'
import { amountField, type Field, oneOf, typed } from '../../routes/fields.js'
import { defineRoute } from '../../routes/route.js'
import { fiatField } from '../fiats.js'
import { definePage } from '../page.js'

/** An IANA time zone; empty stands for that of the page's clock. */
const zoneField: Field<string> = {
  preset: '',
  read: (text) => (text.length <= 64 && isZoneName(text) ? text : null),
  print: (text) => text,
}

export const marketRoute = defineRoute(
  '/market/{fiat}',
  {
    fiat: fiatField,
    range: oneOf(['24h', '7d', '30d'], '24h'),
    series: oneOf(['best', ...exchangeIds], 'best'),
    tz: oneOf(['local', 'kyiv'], 'local'),
    zone: zoneField,
    view: oneOf(['chart', 'table'], 'chart'),
    side: oneOf(['buy', 'sell'], 'buy'),
    amount: amountField(),
    unit: oneOf(['fiat', 'usdt'], 'fiat'),
    method: typed(64),
  },
  '/',
)

export const marketPage = definePage({
  route: marketRoute,
  load: async () => (await import('./market.js')).Market,
  words: ['prices', 'doubts'],
  section: { word: 'nav.market', icon: 'market', key: 'm' },
})
