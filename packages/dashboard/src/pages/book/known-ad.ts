import type { AdTrust, WireAd } from '@p2p-rates/contract'

/** An ad with all that `include=trust` tells of it. */
export type KnownAd = WireAd & AdTrust

/** A server that is asked for judgements gives them; an ad without is shown as one that nothing is known of. */
export const knownAd = (ad: WireAd): KnownAd => ({
  available_usdt: null,
  merchant: null,
  score: 0,
  reasons: [],
  reason_figures: [],
  eligible: false,
  observed_at: '',
  url: null,
  ...ad,
})

/** Why a trusted ad is nothing for a normal order. */
export type Ineligibility = 'large' | 'small' | 'special'

/** The order sizes, in USDT, that a best price serves. */
const normalOrder = { largest: 1_000, smallest: 50 }

/** `null` for ads that are eligible, or not trusted to begin with. */
export function ineligibilityOf(ad: KnownAd): Ineligibility | null {
  if (!ad.trusted || ad.eligible) return null
  if (ad.min_amount / ad.price >= normalOrder.largest) return 'large'
  const most = Math.min(ad.available_usdt ?? Number.POSITIVE_INFINITY, ad.max_amount / ad.price)
  return most < normalOrder.smallest ? 'small' : 'special'
}

/** Whether one order over this amount of fiat is within its limits. */
export const takes = (ad: WireAd, amount: number): boolean => ad.min_amount <= amount && amount <= ad.max_amount
