import type { AdTrust, WireAd } from '@p2p-rates/contract'

export type KnownAd = WireAd & AdTrust

/** A server that is asked for judgements gives them; an ad without is shown as one that nothing is known of. */
export const knownAd = (ad: WireAd): KnownAd => ({
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

export const takes = (ad: WireAd, amount: number): boolean => ad.min_amount <= amount && amount <= ad.max_amount
