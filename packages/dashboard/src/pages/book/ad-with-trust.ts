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

export const acceptsAmount = (ad: WireAd, amount: number): boolean => ad.min_amount <= amount && amount <= ad.max_amount
