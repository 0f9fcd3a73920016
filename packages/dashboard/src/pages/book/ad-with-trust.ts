import type { AdTrust, WireAd } from '@p2p-rates/contract'

export type AdWithTrust = WireAd & AdTrust

/** A server that is asked for judgements gives them; an ad without is shown as one that nothing is known of. */
export const toAdWithTrust = (ad: WireAd): AdWithTrust => ({
  available_usdt: null,
  merchant: null,
  score: 0,
  reasons: [],
  reason_figures: [],
  eligible: false,
  demands: null,
  observed_at: '',
  url: null,
  ...ad,
})

/** Best ads, the trusted ones from a list of their own if there is one. */
export function joinedAds(
  listed: readonly WireAd[],
  trusted: readonly WireAd[] | null,
  side: 'buy' | 'sell',
): readonly AdWithTrust[] {
  const ads = trusted === null ? listed : [...trusted, ...listed.filter((ad) => !ad.trusted)]
  return ads.map(toAdWithTrust).toSorted((a, b) => (side === 'buy' ? a.price - b.price : b.price - a.price))
}
