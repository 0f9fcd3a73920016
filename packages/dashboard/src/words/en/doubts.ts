import { doubts as shared } from '@p2p-rates/contract/words/en'

/** Texts on the confidence of a price and the record of an advertiser. */
export const doubts = {
  ...shared,
  'record.orders': { one: '{n} order', other: '{n} orders' },
  'record.none': 'no record shown',
  'record.limits': '{from} – {to} {fiat}',
} as const
