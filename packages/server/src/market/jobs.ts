import { type OpenJob, timerJob } from '../base/jobs.js'
import { isComplete, type MarketSnapshot } from './market-snapshot.js'
import type { RuleStore } from './price-rules/rule-store.js'
import type { ShownMarkets } from './shown-markets.js'

/** Stores the price of every rule from a snapshot. Never rejects: a failure is logged. */
export type KeepPrices = (
  store: Pick<RuleStore, 'ofFiat' | 'saveLastKnownPrices'>,
  snapshot: MarketSnapshot,
) => Promise<void>

/**
 * The job of `market`, run by the server that publishes. It has no timer: it stores last known prices again after boards
 * have expired, because servers then show other prices without a publication.
 */
export const keepPricesAfterExpiry =
  (
    shown: Pick<ShownMarkets, 'subscribe'>,
    keepPrices: KeepPrices,
  ): OpenJob<{ readonly store: { readonly rules: RuleStore } }> =>
  async ({ store }) =>
    timerJob(() => [
      shown.subscribe((snapshot) => {
        if (!isComplete(snapshot)) void keepPrices(store.rules, snapshot)
      }),
    ])
