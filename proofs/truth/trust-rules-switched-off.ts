import type { Variant } from './metrics.js'

const never = 1e9

/** Each trust rule by the numbers that switch it off. */
export const trustRulesSwitchedOff: Readonly<Record<string, Variant>> = {
  // advertiser-quality.ts
  'record: completion rate': { completionHighPoints: 0, completionLowPoints: 0 },
  'record: number of orders': { experiencePoints: 0 },
  'record: verified badge': { verifiedPoints: 0 },
  'record: feedback': { feedbackPoints: 0 },
  'record: last seen': { activePoints: 0, awayPoints: 0, abandonedPoints: 0 },
  'record: new account': { newAccountPoints: 0 },
  'record: narrow order limits': { narrowLimitsPoints: 0 },
  'record: contact text': { contactTextPoints: 0 },
  'record: few orders cap the score': { unprovenMonthlyOrders: 0, unprovenLifetimeOrders: 0 },
  'vote: weighted by orders': { leastVote: 1 },
  'vote: weighted by badge': { verifiedVote: 1 },
  'vote: same price counts less': { samePriceVotes: never },

  // gates.ts
  'gate: another unit': { unitErrorDistance: never },
  'gate: next to nothing for sale': { tinyUsdt: 0 },
  'gate: far off the market': { offMarketDistance: never },
  'gate: too attractive': { exposedReach: never, protectedReach: never, mostGate: never },

  // price-consensus.ts, board-spread.ts
  'centre: other exchanges fill thin boards': { leastPeerWeight: never },
  'centre: memory of the last cycle': { memoryShare: 0 },
  'centre: memory alone may not overrule': { memoryOverrules: 0 },
  'centre: at most this far from the others': { peerReach: never },
  'spread: drawn towards other exchanges': { usualSpreadVotes: 0.001 },
  'spread: bounded by other exchanges': { spreadVsPeers: never },
  'spread: the unattractive half decides': { enoughVotes: never },
  'spread: never narrower': { leastSpread: 0 },
  'spread: never wider': { mostSpread: never },
  'spread: a large exchange counts as one': { mostWeightInSpread: never },

  // opposite-side.ts
  'gate: narrower where the other side is far': { protectionFades: never },
  'gate: no wider than the gap between the sides': { gapAllowance: never },
  'gate: wider where many votes measure it': { measuredReach: 0 },

  // lagging-ads.ts, board-context.ts
  'standing: ads that stood still for an hour': { stillMinutes: never },
  'standing: boards that were read late': { lateMinutes: never },
  'standing: lists and rails that lag behind': { movingShare: 2 },
  'standing: half of the gate for lagging ads': { laggingGate: 1 },
  'standing: judged by the prices that moved': { stillAllowance: never },

  // attractive-price.ts, penalize-isolated-prices.ts, crossed-quotes.ts
  'price: attractive': { attractivePoints: 0 },
  'price: attractive and stuck': { stuckPoints: 0 },
  'price: attractive and away': { stalePoints: 0, abandonedStalePoints: 0 },
  'price: isolated, and ahead of other exchanges': { alonePoints: 0 },
  'price: walls count as one leader': { wallAdvertisers: never },
  'price: crowds ahead of other exchanges': { mostCrowd: 0 },
  'price: at most three leaders are doubted': { leadersDoubted: never },
  'price: crosses the other side': { crossingPoints: 0 },
  'price: relief for ads with company': { crossingRelief: 0 },
  'price: rails are told apart in a crossed market': { adsOfCrossedRail: never },

  // absent-advertisers.ts, confidence.ts
  'best: not by somebody who is away': { awayHours: never },
  'best: not by anybody who is away at night': { absentShare: never },
  'confidence: night': { asleepShare: never },
  'confidence: least evidence': { leastWeight: 0 },
  'confidence: full evidence': { fullWeight: 0 },
  'confidence: tempting price': { temptingGates: never },
  'confidence: no opposite side': { unprotectedExposure: never },
  'confidence: capped prices': { wallShare: never },
  'confidence: jump': { movedShare: never },
  'confidence: ahead of other exchanges': { aheadSpreads: never },
  'confidence: contradicted': { contradictingShare: never },
  'confidence: two camps ahead': { campAhead: never },
  'confidence: two camps behind': { campBehind: never },
  'confidence: payment methods of few': { methodAdvertisers: never },
}
