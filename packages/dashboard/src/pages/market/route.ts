import { isZoneName } from '../../formats/times-and-zones.js'
import { exchangeIds } from '../../listed/exchanges-fiats-and-plans.js'
import { defineRoute } from '../../routes/route.js'
import { amountField, choiceField, textField, type UrlField } from '../../routes/url-fields.js'
import { fiatUrlField } from '../url-fields.js'

/** An IANA time zone; empty stands for that of the page's clock. */
const zoneField: UrlField<string> = {
  preset: '',
  read: (text) => (text.length <= 64 && isZoneName(text) ? text : null),
  print: (text) => text,
}

export const marketRoute = defineRoute(
  '/market/{fiat}',
  {
    fiat: fiatUrlField,
    range: choiceField(['24h', '7d', '30d'], '24h'),
    series: choiceField(['best', ...exchangeIds], 'best'),
    tz: choiceField(['local', 'kyiv'], 'local'),
    zone: zoneField,
    view: choiceField(['chart', 'table'], 'chart'),
    side: choiceField(['buy', 'sell'], 'buy'),
    amount: amountField(),
    /** `auto`: the currency for an amount in the address; USDT for a sale without one. */
    unit: choiceField(['auto', 'fiat', 'usdt'], 'auto'),
    method: textField(64),
    /** Price of an offer to compare with the market. */
    offer: amountField(),
  },
  '/',
)
