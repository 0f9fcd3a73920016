export const doubts = {
  'confidence.why.no_price': 'No ad suits a normal caller.',
  'confidence.why.little_evidence': 'Few advertisers with a record are present on this side.',
  'confidence.why.exchanges_missing': 'Too few exchanges have ads, or some pages could not be read.',
  'confidence.why.tempting_price': 'The best price is so good for this market that it may be bait.',
  'confidence.why.ahead_of_others': 'No other exchange comes near the best price.',
  'confidence.why.exchanges_disagree': 'Exchanges disagree by more than 6 %, and we cannot tell which is right.',
  'confidence.why.wide_prices': 'Prices are too far apart to check each other.',
  'confidence.why.centre_moved': 'The market has just moved more than honest prices differ.',
  'confidence.why.two_camps': 'Prices form two groups, and we cannot tell which is right.',
  'confidence.why.capped_elsewhere':
    'Another exchange has nearly all ads at one better price: its limit, or the market.',
  'confidence.why.crossed_market': 'Buy prices are below sell prices on one exchange and payment rail.',
  'confidence.why.amount_does_not_fit': 'The amount cannot be filled, or only in too many trades.',
  'doubt.low': 'low confidence',
  'doubt.why': 'Low confidence: {reason}',
  'doubt.surer': 'More certain: {price} {fiat} on {exchange}.',
} as const
