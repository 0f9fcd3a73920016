import { doubts as shared } from '@p2p-rates/contract/words/uk'
import type { Translation } from '../dictionary.js'
import type { doubts as english } from '../en/doubts.js'

export const doubts: Translation<typeof english> = {
  ...shared,
  'record.orders': { one: '{n} ордер', few: '{n} ордери', many: '{n} ордерів', other: '{n} ордера' },
  'record.none': 'історію не показано',
  'record.limits': '{from} – {to} {fiat}',
}
