import { doubts as shared } from '@p2p-rates/contract/words/en'

/** How far a price is to be relied on, and what the advertiser behind it has done. */
export const doubts = {
  ...shared,
  'record.orders': { one: '{n} order', other: '{n} orders' },
  'record.none': 'no record shown',
  'record.limits': '{from} – {to} {fiat}',
} as const
