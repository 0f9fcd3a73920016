/** What keeps a price from being certain. */
export const doubts = {
  'confidence.why.no_price': 'Nobody offers anything that a normal caller could take.',
  'confidence.why.little_evidence': 'Few advertisers with a record stand behind this side.',
  'confidence.why.exchanges_missing': 'Too few exchanges show anything.',
  'confidence.why.tempting_price': 'The best price lies far ahead of the rest of its market.',
  'confidence.why.ahead_of_others': 'No other exchange comes near the best price.',
  'confidence.why.exchanges_disagree': 'Exchanges disagree by more than 6 %, and nothing tells which of them is right.',
  'confidence.why.wide_prices': 'Prices lie unusually far apart.',
  'confidence.why.centre_moved': 'The market has just moved by more than honest prices differ.',
  'confidence.why.two_camps': 'Advertisers stand in two groups, and nothing tells which of them is the market.',
  'confidence.why.capped_elsewhere':
    'Another exchange shows hardly more than one better price: its limit, or the market.',
  'confidence.why.crossed_market': 'People buy for less than others sell for, on one exchange and one payment rail.',
  'confidence.why.amount_does_not_fit': 'The amount cannot be filled, or only in too many trades.',
  'doubt.low': 'low confidence',
  'doubt.why': 'Low confidence: {reason}',
  'doubt.surer': 'Surer: {price} {fiat} on {exchange}.',
} as const
