/**
 * Every number of the trust rules with its value, its unit and the danger against which it protects. A distance is the
 * difference of two log prices; a point is added to log-odds; a weight is that of an advertiser's vote, at most about 1.
 */
const table = {
  // advertiser-quality.ts: the record of the advertiser
  basePoints: [1, 'points', 'an unknown advertiser: a probability of 0.73'],
  monthsOfLifetimeOrders: [6, 'months', 'a lifetime count that looks like a monthly one'],
  assumedOrders: [60, 'orders', 'a completion rate without a count, where the exchange shows none'],
  usualCompletion: [0.965, 'share', 'five orders of five that look like perfection'],
  usualCompletionOrders: [20, 'orders', 'five orders of five that look like perfection'],
  completionBoundSigmas: [1.2816, 'standard deviations', 'a rate measured on few orders (90 %, one-sided)'],
  completionFrom: [0.9, 'share', 'advertisers who cancel'],
  completionStep: [0.03, 'share', 'advertisers who cancel'],
  completionLowSteps: [-4, 'steps', 'one bad figure that outweighs everything else'],
  completionHighSteps: [2, 'steps', 'a perfect rate that outweighs everything else'],
  completionHighPoints: [0.6, 'points a step', 'advertisers without a record'],
  completionLowPoints: [0.9, 'points a step', 'advertisers who cancel'],
  experiencePoints: [1.5, 'points a factor of ten', 'accounts made for one deception'],
  experienceUsualOrders: [20, 'orders a month', 'accounts made for one deception'],
  experienceLow: [-1.33, 'factors of ten', 'a beginner who is judged by that alone'],
  experienceHigh: [1.2, 'factors of ten', 'a long record that outweighs everything else'],
  verifiedPoints: [0.7, 'points', 'advertisers whom no platform has checked'],
  feedbackFrom: [0.95, 'share', 'advertisers whom others complain about'],
  feedbackStep: [0.05, 'share', 'advertisers whom others complain about'],
  feedbackLowSteps: [-3, 'steps', 'one bad figure that outweighs everything else'],
  feedbackHighSteps: [0.5, 'steps', 'bought praise'],
  feedbackPoints: [0.8, 'points a step', 'advertisers whom others complain about'],
  activeMinutes: [15, 'minutes', 'ads that their advertiser does not watch'],
  activePoints: [0.2, 'points', 'ads that their advertiser does not watch'],
  awayHours: [2, 'hours', 'ads that their advertiser does not watch'],
  abandonedHours: [12, 'hours', 'ads that were left behind'],
  awayPoints: [-0.5, 'points', 'ads that their advertiser does not watch'],
  abandonedPoints: [-1.2, 'points', 'ads that were left behind'],
  newAccountDays: [30, 'days', 'accounts made for one deception'],
  newAccountPoints: [-1.5, 'points', 'accounts made for one deception'],
  narrowLimits: [1.1, 'largest by smallest order', 'ads that can serve one order only'],
  narrowLimitsPoints: [-0.7, 'points', 'ads that can serve one order only'],
  contactTextPoints: [-2.5, 'points', 'deals outside of the platform, without its escrow'],
  unprovenScore: [0.45, 'score', 'advertisers with hardly any orders, whatever else they show'],
  unprovenShareOfThreshold: [0.9, 'share', 'an operator who trusts from a lower score on'],
  unprovenMonthlyOrders: [10, 'orders a month', 'advertisers with hardly any orders'],
  unprovenLifetimeOrders: [30, 'orders', 'advertisers with hardly any orders'],
  fullVoteOrders: [2.5, 'factors of ten', 'beginners who outvote the experienced'],
  leastVote: [0.1, 'share', 'boards where no advertiser shows a record'],
  verifiedVote: [1.25, 'factor', 'boards full of unchecked advertisers'],

  // gates.ts: ads that are refused whatever their record
  unitErrorDistance: [Math.log(1.4), 'distance', 'prices typed in another unit or currency'],
  nearMultiple: [0.05, 'distance', 'a wrong explanation of a mistyped price'],
  tinyUsdt: [20, 'USDT', 'lures that can sell next to nothing'],
  offMarketGates: [4, 'gates', 'prices that only a mistake explains'],
  offMarketDistance: [0.12, 'distance', 'honest ads on boards with a narrow gate'],

  // price-consensus.ts, advertiser-votes.ts: the centre of a board
  fullBoardWeight: [8, 'weight', 'thin boards whose few ads decide'],
  memoryShare: [0.5, 'share', 'thin boards that jump from cycle to cycle'],
  memoryOverrules: [0.5, 'share', 'a real jump that memory takes for mistyped prices'],
  peerWeight: [6, 'weight', 'one exchange that decides for all'],
  leastPeerWeight: [0.5, 'weight', 'an exchange of one or two ads that counts as a witness'],
  peerReach: [0.015, 'distance', 'a board that bait has moved as a whole'],
  peerReachSpreads: [2, 'spreads', 'a board that bait has moved as a whole'],
  samePriceVotes: [3, 'advertisers', 'walls at one price that outvote the market'],

  // board-spread.ts, opposite-side.ts: how far a better price is believed
  usualSpread: [0.006, 'distance', 'boards that are too thin to measure'],
  usualSpreadVotes: [6, 'votes', 'boards that are too thin to measure'],
  enoughVotes: [24, 'votes', 'a spread measured on few votes'],
  spreadVsPeers: [2.5, 'factor', 'bait that widens its own gate'],
  leastSpread: [0.0015, 'distance', 'honest ads on boards where all ask the same'],
  mostSpread: [0.025, 'distance', 'bait that widens its own gate'],
  mostWeightInSpread: [6, 'weight', 'one large exchange that measures for all'],
  exposedReach: [3, 'spreads', 'bait where no opposite side contradicts it'],
  protectedReach: [4, 'spreads', 'honest bargains on boards whose opposite side is near'],
  measuredReach: [1, 'spreads', 'honest bargains on boards with many votes'],
  protectedUntil: [1.25, 'gates', 'bait in the gap between the sides'],
  protectionFades: [0.75, 'gates', 'bait in the gap between the sides'],
  mostGate: [0.06, 'distance', 'bait on boards where prices differ widely'],
  gapAllowance: [0.005, 'distance', 'honest ads where the sides lie close together'],

  // lagging-ads.ts, board-context.ts: lists that stand still while the market moves
  stillMinutes: [60, 'minutes', 'lists that an exchange has stopped renewing'],
  lateMinutes: [6, 'minutes', 'a board that dates from an earlier cycle'],
  stillAdsOfBoard: [5, 'ads', 'a few ads that stand still by chance'],
  stillAdsOfRail: [4, 'ads', 'a few ads that stand still by chance'],
  movingShare: [0.2, 'share', 'calm hours in which standing still says nothing'],
  laggingGate: [0.5, 'gates', 'old prices that look attractive after the market has moved'],
  stillAllowance: [0.25, 'gates', 'honest ads that were not renewed within the hour'],

  // attractive-price.ts, penalize-isolated-prices.ts, crossed-quotes.ts: prices that look too good
  leastAdvantage: [0.25, 'gates', 'honest ads a little better than the centre'],
  attractivePoints: [-4.5, 'points a gate', 'bait'],
  stuckPoints: [-1.2, 'points', 'bargains that have stood for an hour, and so are none'],
  stalePoints: [-1.2, 'points', 'bargains of advertisers who are away'],
  abandonedStalePoints: [-2.4, 'points', 'bargains of advertisers who have left'],
  wallAdvertisers: [4, 'advertisers', 'one person with many accounts at one price'],
  aloneSpreads: [1.5, 'spreads', 'bait before the field'],
  aloneDistance: [0.004, 'distance', 'honest leaders of boards where all ask the same'],
  wallAloneSpreads: [0.75, 'spreads', 'walls of bait before the field'],
  alonePoints: [-1, 'points', 'bait before the field'],
  wallFactor: [2, 'factor', 'walls of bait before the field'],
  fieldAds: [3, 'ads', 'two baits that vouch for each other'],
  leadersDoubted: [3, 'leaders', 'an endless hunt through an honest board'],
  crowdAdvertisers: [3, 'advertisers', 'a crowd of accounts before all other exchanges'],
  mostCrowd: [3, 'factor', 'a crowd that outweighs everything else'],
  crossingDistance: [Math.log(1.002), 'distance', 'rounding and fees that look like a crossing'],
  crossingPoints: [4, 'points', 'sellers who ask less than others pay on the same rail'],
  crossingRelief: [0.5, 'share', 'honest ads against which bait on the other side speaks'],
  slowRepricing: [0.02, 'distance', 'people who reprice late and look like a crossed market'],
  adsOfCrossedRail: [3, 'ads', 'a rail that is called crossed by one ad'],

  // absent-advertisers.ts, confidence.ts: how far the answer as a whole is believed
  absentShare: [0.5, 'share', 'the night, when bait of the absent leads'],
  asleepShare: [1 / 3, 'share', 'a confident answer at night'],
  leastWeight: [3, 'weight', 'a confident answer from a handful of ads'],
  fullWeight: [8, 'weight', 'a confident answer from a handful of ads'],
  temptingGates: [0.6, 'gates', 'a confident answer that is bait'],
  unprotectedExposure: [0.5, 'share', 'a confident answer that no opposite side supports'],
  wallShare: [0.8, 'share', 'a platform that caps its prices'],
  movedShare: [0.25, 'share', 'a confident answer amid a jump'],
  aheadSpreads: [1.5, 'spreads', 'a confident answer that only one or two exchanges support'],
  aheadDistance: [0.004, 'distance', 'doubt about ordinary differences between exchanges'],
  contradictingShare: [0.2, 'share', 'a tiny exchange that contradicts a full one'],
  campAhead: [0.35, 'share', 'a market of two prices'],
  campBehind: [0.1, 'share', 'a market that is moving away'],
  methodAdvertisers: [5, 'advertisers', 'a payment method judged by a handful of ads'],
} as const satisfies Record<string, readonly [value: number, unit: string, protectsFrom: string]>

export type TrustNumberName = keyof typeof table

/** The values. Only a proof that measures what a number is worth changes one, for a moment. */
export const numbers = Object.fromEntries(Object.entries(table).map(([name, [value]]) => [name, value])) as Record<
  TrustNumberName,
  number
>

export const describeTrustNumbers = (): readonly {
  readonly name: TrustNumberName
  readonly value: number
  readonly unit: string
  readonly protectsFrom: string
}[] =>
  (Object.keys(table) as TrustNumberName[]).map((name) => {
    const [value, unit, protectsFrom] = table[name]
    return { name, value, unit, protectsFrom }
  })
