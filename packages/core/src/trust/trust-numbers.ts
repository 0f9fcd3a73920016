/**
 * Every trust rule with its numbers: value, unit, and the danger against which it protects. A distance is the
 * difference of two log prices; a point is added to log-odds; a weight is that of an advertiser's vote, at most 1.25.
 */
const rules = {
  // advertiser-quality.ts, advertiser-votes.ts: the record of the advertiser
  'record: start': { basePoints: [1, 'points', 'an unknown advertiser: a probability of 0.73'] },
  'record: completion rate': {
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
  },
  'record: number of orders': {
    monthsOfLifetimeOrders: [6, 'months', 'a lifetime count that looks like a monthly one'],
    experiencePoints: [1.5, 'points a factor of ten', 'accounts made for one deception'],
    experienceUsualOrders: [20, 'orders a month', 'accounts made for one deception'],
    experienceHigh: [1.2, 'factors of ten', 'a long record that outweighs everything else'],
  },
  'record: verified badge': { verifiedPoints: [0.7, 'points', 'advertisers whom no platform has checked'] },
  'record: feedback': {
    feedbackFrom: [0.95, 'share', 'advertisers whom others complain about'],
    feedbackStep: [0.05, 'share', 'advertisers whom others complain about'],
    feedbackLowSteps: [-3, 'steps', 'one bad figure that outweighs everything else'],
    feedbackHighSteps: [0.5, 'steps', 'bought praise'],
    feedbackPoints: [0.8, 'points a step', 'advertisers whom others complain about'],
  },
  'record: last seen': {
    activeMinutes: [15, 'minutes', 'ads that their advertiser does not watch'],
    activePoints: [0.2, 'points', 'ads that their advertiser does not watch'],
    abandonedHours: [12, 'hours', 'advertisers who have left'],
    awayPoints: [-0.5, 'points', 'ads that their advertiser does not watch'],
    abandonedPoints: [-1.2, 'points', 'advertisers who have left'],
  },
  'record: narrow order limits': {
    narrowLimits: [1.1, 'largest by smallest order', 'ads that can serve one order only'],
    narrowLimitsPoints: [-0.7, 'points', 'ads that can serve one order only'],
  },
  'record: few orders cap the score': {
    unprovenScore: [0.45, 'score', 'advertisers with hardly any orders, whatever else they show'],
    unprovenShareOfThreshold: [0.9, 'share', 'an operator who trusts from a lower score on'],
    unprovenMonthlyOrders: [10, 'orders a month', 'advertisers with hardly any orders'],
    unprovenLifetimeOrders: [30, 'orders', 'advertisers with hardly any orders'],
  },
  'vote: weighted by orders': {
    fullVoteFactor: [2.5, 'factors of ten of orders', 'beginners who outvote the experienced'],
    leastVote: [0.1, 'share', 'boards where no advertiser shows a record'],
  },
  'vote: weighted by badge': { verifiedVote: [1.25, 'factor', 'boards full of unchecked advertisers'] },
  'vote: same price counts less': { samePriceVotes: [3, 'advertisers', 'walls at one price that outvote the market'] },

  // gates.ts: ads that are refused whatever their record
  'gate: another unit': { unitErrorDistance: [Math.log(1.4), 'distance', 'prices typed in another unit or currency'] },
  'gate: next to nothing for sale': { tinyUsdt: [20, 'USDT', 'lures that can sell next to nothing'] },

  // price-consensus.ts: the centre of a board
  'centre: other exchanges fill thin boards': {
    fullBoardWeight: [8, 'weight', 'thin boards whose few ads decide'],
    peerWeight: [6, 'weight', 'one exchange that decides for all'],
    leastPeerWeight: [0.5, 'weight', 'an exchange of one or two ads that counts as a full exchange'],
    exchangesForCentre: [2, 'exchanges', 'a common centre that is the opinion of one exchange'],
  },
  'centre: memory of the last cycle': { memoryShare: [0.5, 'share', 'thin boards that jump from cycle to cycle'] },
  'centre: memory alone may not overrule': {
    memoryOverrules: [0.5, 'share', 'a real jump that memory takes for mistyped prices'],
  },
  'centre: limited by other exchanges': {
    peerReach: [0.015, 'distance', 'a board that bait has moved as a whole'],
    peerReachSpreads: [2, 'spreads', 'a board that bait has moved as a whole'],
    exchangesForClamp: [3, 'exchanges', 'an honest exchange that two others outvote'],
  },

  // board-spread.ts, opposite-side.ts: how far a better price is believed
  'spread: drawn towards other exchanges': {
    usualSpread: [0.006, 'distance', 'boards that are too thin to measure'],
    usualSpreadVotes: [6, 'votes', 'boards that are too thin to measure'],
  },
  'spread: bounded by other exchanges': {
    spreadVsPeers: [2.5, 'factor', 'bait that widens its own gate'],
    exchangesForBound: [3, 'exchanges', 'a spread that two narrow exchanges dictate'],
  },
  'spread: the unattractive half decides': { enoughVotes: [24, 'votes', 'a spread measured on few votes'] },
  'spread: never wider': { mostSpread: [0.025, 'distance', 'bait that widens its own gate'] },
  'spread: a large exchange counts as one': {
    mostWeightInSpread: [6, 'weight', 'one large exchange that measures for all'],
  },
  'gate: too attractive': {
    exposedReach: [3, 'spreads', 'bait where no opposite side contradicts it'],
    protectedReach: [4, 'spreads', 'honest bargains on boards whose opposite side is near'],
    mostGate: [0.06, 'distance', 'bait on boards where prices differ widely'],
  },
  'gate: wider where many votes measure it': {
    measuredReach: [1, 'spreads', 'honest bargains on boards with many votes'],
  },
  'gate: narrower where the other side is far': {
    protectedUntil: [1.25, 'gates', 'bait in the gap between the sides'],
    protectionFades: [0.75, 'gates', 'bait in the gap between the sides'],
  },
  'gate: no wider than the gap between the sides': {
    gapAllowance: [0.005, 'distance', 'honest ads where the sides lie close together'],
  },

  // lagging-ads.ts, board-context.ts: lists that stand still while the market moves
  'standing: ads that stood still for an hour': {
    stillMinutes: [60, 'minutes', 'lists that an exchange has stopped renewing'],
  },
  'standing: boards that were read late': { lateMinutes: [6, 'minutes', 'a board that dates from an earlier cycle'] },
  'standing: lists and rails that lag behind': {
    stillAdsOfBoard: [5, 'ads', 'a few ads that stand still by chance'],
    stillAdsOfRail: [4, 'ads', 'a few ads that stand still by chance'],
    movingShare: [0.2, 'share', 'calm hours in which standing still says nothing'],
    movingExchanges: [2, 'exchanges', 'calm hours in which standing still says nothing'],
  },
  'standing: half of the gate for lagging ads': {
    laggingGate: [0.5, 'gates', 'old prices that look attractive after the market has moved'],
  },
  'standing: judged by the prices that moved': {
    stillAllowance: [0.25, 'gates', 'honest ads that were not renewed within the hour'],
  },

  // attractive-price.ts, penalize-isolated-prices.ts, crossed-quotes.ts: prices that look too good
  'price: attractive': {
    leastAdvantage: [0.25, 'gates', 'honest ads a little better than the centre'],
    attractivePoints: [-4.5, 'points a gate', 'bait'],
  },
  'price: attractive and stuck': {
    stuckPoints: [-1.2, 'points', 'bargains that have stood for an hour, and so are none'],
  },
  'price: attractive and away': {
    stalePoints: [-1.2, 'points', 'bargains of advertisers who are away'],
    abandonedStalePoints: [-2.4, 'points', 'bargains of advertisers who have left'],
  },
  'price: isolated, and ahead of other exchanges': {
    aloneSpreads: [1.5, 'spreads', 'bait before the field'],
    aloneDistance: [0.004, 'distance', 'honest leaders of boards where all ask the same'],
    alonePoints: [-1, 'points', 'bait before the field'],
    fieldAds: [3, 'ads', 'two baits that support each other'],
    exchangesBehind: [3, 'exchanges', 'an honest exchange whose prices two others do not have'],
  },
  'price: walls count as one leader': {
    wallAdvertisers: [4, 'advertisers', 'one person with many accounts at one price'],
    wallAloneSpreads: [0.75, 'spreads', 'walls of bait before the field'],
    wallFactor: [2, 'factor', 'walls of bait before the field'],
  },
  'price: crowds ahead of other exchanges': {
    crowdAdvertisers: [3, 'advertisers', 'a crowd of accounts before all other exchanges'],
    mostCrowd: [3, 'factor', 'a crowd that outweighs everything else'],
  },
  'price: crosses the other side': {
    crossingDistance: [Math.log(1.002), 'distance', 'rounding and fees that look like a crossing'],
    crossingPoints: [4, 'points', 'sellers who ask less than others pay on the same rail'],
  },
  'price: relief for ads with company': {
    crossingRelief: [0.5, 'share', 'honest ads that bait on the other side crosses'],
  },
  'price: each rail by itself in a crossed market': {
    slowRepricing: [0.02, 'distance', 'people who reprice late and look like a crossed market'],
    adsOfCrossedRail: [3, 'ads', 'a rail that is called crossed by one ad'],
    exchangesForCrossing: [2, 'exchanges', 'a crossed market that one other exchange denies'],
    crossedShare: [0.5, 'share', 'bait that makes one exchange look crossed'],
  },

  // absent-advertisers.ts, confidence.ts: how far the answer as a whole is believed
  'best: not by an absent advertiser': { awayHours: [2, 'hours', 'ads that their advertiser does not watch'] },
  'best: not by absent advertisers at night': {
    absentShare: [0.5, 'share', 'the night, when bait of the absent leads'],
  },
  'confidence: night': { asleepShare: [1 / 3, 'share', 'a confident answer at night'] },
  'confidence: least evidence': { leastWeight: [3, 'weight', 'a confident answer from a handful of ads'] },
  'confidence: exchanges missing': {
    exchangesVoting: [2, 'exchanges', 'a confident answer from one exchange'],
    exchangesPresent: [0.5, 'share', 'a confident answer while most exchanges are missing'],
  },
  'confidence: two severe reasons': { severeReasons: [2, 'reasons', 'a false price that several signs indicate'] },
  'confidence: full evidence': { fullWeight: [8, 'weight', 'a confident answer from a handful of ads'] },
  'confidence: tempting price': { temptingGates: [0.6, 'gates', 'a confident answer that is bait'] },
  'confidence: no opposite side': {
    unprotectedExposure: [0.5, 'share', 'a confident answer that no opposite side supports'],
  },
  'confidence: capped prices': { wallShare: [0.8, 'share', 'a platform that caps its prices'] },
  'confidence: jump': { movedShare: [0.25, 'share', 'a confident answer amid a jump'] },
  'confidence: ahead of other exchanges': {
    aheadSpreads: [1.5, 'spreads', 'a confident answer that only one or two exchanges support'],
    aheadDistance: [0.004, 'distance', 'doubt about ordinary differences between exchanges'],
    supportingExchanges: [2, 'exchanges', 'a confident answer that only one or two exchanges support'],
  },
  'confidence: contradicted': { contradictingShare: [0.2, 'share', 'a tiny exchange that contradicts a full one'] },
  'confidence: two camps ahead': { campAhead: [0.35, 'share', 'a market of two prices'] },
  'confidence: two camps behind': {
    campBehind: [0.1, 'share', 'a market that is moving away'],
    exchangesForCamps: [3, 'exchanges', 'two camps that no third exchange can tell apart'],
  },

  // judge-filtered.ts: callers of one payment method
  'method: judged by its own ads': {
    methodAdvertisers: [5, 'advertisers', 'a payment method judged by a handful of ads'],
  },
} as const satisfies Record<string, Record<string, readonly [value: number, unit: string, protectsFrom: string]>>

export type TrustRuleName = keyof typeof rules
export type TrustNumberName = { [Rule in TrustRuleName]: keyof (typeof rules)[Rule] }[TrustRuleName]

type Described = {
  readonly name: TrustNumberName
  readonly rule: TrustRuleName
  readonly value: number
  readonly unit: string
  readonly protectsFrom: string
}

const described = Object.entries(rules).flatMap(([rule, ofRule]) =>
  Object.entries(ofRule).map(
    ([name, [value, unit, protectsFrom]]) => ({ name, rule, value, unit, protectsFrom }) as Described,
  ),
)

/** The values. Only a proof that measures what a number is worth changes one, for a moment. */
export const numbers = Object.fromEntries(described.map(({ name, value }) => [name, value])) as Record<
  TrustNumberName,
  number
>

export const describeTrustNumbers = (): readonly Described[] => described
