import { defineRoute } from '../../routes/route.js'
import { amountField, choiceField, flagField, textField, type UrlField } from '../../routes/url-fields.js'
import { exchangeUrlField, fiatUrlField } from '../url-fields.js'

const ordersField: UrlField<string> = {
  preset: '',
  read: (text) => (/^[1-9]\d{0,6}$/.test(text) ? text : null),
  print: (text) => text,
}

const percentField: UrlField<string> = {
  preset: '',
  read: (text) => (/^\d{1,3}(\.\d{1,8})?$/.test(text) && Number(text) > 0 && Number(text) <= 100 ? text : null),
  print: (text) => text,
}

/** Ten names of at most 64 letters, and what stands between them. */
const longestMethods = 650

export const bookRoute = defineRoute('/ads/{fiat}/{exchange}/{side}', {
  fiat: fiatUrlField,
  exchange: exchangeUrlField,
  side: choiceField(['buy', 'sell'], 'buy'),
  method: textField(64),
  amount: amountField(),
  trusted: flagField,
  merchants: flagField,
  /** More ways to pay that would do, and ways that do not count, separated by commas. */
  also: textField(longestMethods),
  without: textField(longestMethods),
  /** The least number of completed orders, and the least percent of orders completed. */
  orders: ordersField,
  completion: percentField,
})

export type BookState = typeof bookRoute.presets
