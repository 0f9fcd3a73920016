import { isZoneName } from '../../formats/times.js'
import { exchangeIds } from '../../listed/names.js'
import { amountField, choiceField, type Field, textField } from '../../routes/fields.js'
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
    range: choiceField(['24h', '7d', '30d'], '24h'),
    series: choiceField(['best', ...exchangeIds], 'best'),
    tz: choiceField(['local', 'kyiv'], 'local'),
    zone: zoneField,
    view: choiceField(['chart', 'table'], 'chart'),
    side: choiceField(['buy', 'sell'], 'buy'),
    amount: amountField(),
    unit: choiceField(['fiat', 'usdt'], 'fiat'),
    method: textField(64),
  },
  '/',
)

export const marketPage = definePage({
  route: marketRoute,
  load: async () => (await import('./market.js')).Market,
  words: ['prices', 'doubts'],
  section: { word: 'nav.market', icon: 'market', key: 'm' },
})
