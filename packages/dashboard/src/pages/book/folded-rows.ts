import type { AdWithTrust } from './ad-with-trust.js'
import type { Row } from './stable-row-order.js'

type FoldedRows = { readonly folded: readonly Row[]; readonly shown: readonly Row[] }

/** Parts the ads that promise more than the best usable ad and are not trusted from all others. */
export function foldedRows(rows: readonly Row[], best: AdWithTrust | null, side: 'buy' | 'sell'): FoldedRows {
  if (best === null) return { folded: [], shown: rows }
  const isBait = ({ ad }: Row): boolean =>
    !ad.trusted && (side === 'buy' ? ad.price < best.price : ad.price > best.price)
  return { folded: rows.filter(isBait), shown: rows.filter((row) => !isBait(row)) }
}
