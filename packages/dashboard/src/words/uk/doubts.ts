import { doubts as shared } from '@p2p-rates/contract/words/uk'
import type { Translation } from '../dictionary.js'
import type { doubts as english } from '../en/doubts.js'

export const doubts: Translation<typeof english> = {
  ...shared,
  'record.orders': { one: '{n} угода', few: '{n} угоди', many: '{n} угод', other: '{n} угоди' },
  'record.none': 'історію не показано',
  'record.limits': '{from} – {to} {fiat}',
}
