import type { AdWithTrust } from './ad-with-trust.js'

export type Row = {
  readonly key: string
  readonly ad: AdWithTrust
  /** It was here when the reader looked, and is no more. */
  readonly isGone: boolean
}

/**
 * Newest ads in the order that the user already sees. Values change in place; removed ads stay, marked as gone. New ads
 * are only counted.
 */
export function stableRowOrder(shown: readonly Row[], newest: readonly AdWithTrust[]) {
  const next = rowsOf(newest)
  const byKey = new Map(next.map((row) => [row.key, row]))
  const before = new Set(shown.map(({ key }) => key))
  return {
    rows: shown.map((row) => byKey.get(row.key) ?? { ...row, isGone: true }),
    newAds: next.filter(({ key }) => !before.has(key)).length,
  }
}

/** Ads have no number of their own: who offers it, where it is seen and how it is paid make it the same ad. */
export function rowsOf(ads: readonly AdWithTrust[]): readonly Row[] {
  const seen = new Map<string, number>()
  return ads.map((ad) => {
    const name = JSON.stringify([ad.url, ad.nickname, ad.payment_methods])
    const times = seen.get(name) ?? 0
    seen.set(name, times + 1)
    return { key: `${name} ${times}`, ad, isGone: false }
  })
}

/** Parts the ads that promise more than the best usable ad and are not trusted from all others. */
export function foldedRows(rows: readonly Row[], best: AdWithTrust | null, side: 'buy' | 'sell') {
  if (best === null) return { folded: [], shown: rows }
  const isBait = ({ ad }: Row): boolean =>
    !ad.trusted && (side === 'buy' ? ad.price < best.price : ad.price > best.price)
  return { folded: rows.filter(isBait), shown: rows.filter((row) => !isBait(row)) }
}
